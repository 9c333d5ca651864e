import StrataConcurrency

/// The last writes of a log, within its limits.
struct WriteArchive: Sendable {
  /// A property of a context; it stays valid after the context has ended.
  struct Property: Sendable, Hashable {
    let context: ContextID
    let slot: Int
  }

  private let limits: WriteLog.Limits
  /// The retained writes, and gaps that later ones fill.
  private var entries: [KeptWrite?] = []
  private var gaps: [Int] = []
  /// The places of each property's writes, rising by number.
  private var places: [Property: [Int]] = [:]
  /// All numbers with their places, rising; some belong to writes that have been dropped.
  private var order: [(number: Int, place: Int)] = []
  /// How many numbers at the front of `order` have been checked.
  private var oldest = 0
  private var count = 0
  private(set) var lastNumber = 0

  init(limits: WriteLog.Limits) {
    self.limits = limits
  }

  /// The retained writes, oldest first.
  var writes: [KeptWrite] { order[oldest...].compactMap(write) }

  private func write(_ number: Int, at place: Int) -> KeptWrite? {
    guard let write = entries[place], write.number == number else { return nil }
    return write
  }

  /// The writes of some properties, oldest first.
  func writes(of properties: [Property]) -> [KeptWrite] {
    Set(properties).flatMap { places[$0] ?? [] }.compactMap { entries[$0] }
      .sorted { $0.number < $1.number }
  }

  /// The writes of a context and its descendants, oldest first.
  func writes(in context: ContextID) -> [KeptWrite] {
    writes.filter { $0.path.owners.contains(context) }
  }

  /// A property's last known value.
  func lastValue(of property: Property) -> KeptText? {
    places[property]?.last.flatMap { entries[$0]?.new }
  }

  /// Adds a write, and drops the oldest ones over the limits.
  ///
  /// - Returns: The write with its number.
  /// - Complexity: O(1), amortised.
  mutating func add(_ write: KeptWrite, of property: Property) -> KeptWrite {
    lastNumber += 1
    var write = write
    write.number = lastNumber
    let place = place(for: write)
    order.append((lastNumber, place))
    count += 1
    if let first = note(place, of: property) { remove(at: first) }
    while count > limits.total, oldest < order.count {
      let (number, place) = order[oldest]
      if entries[place]?.number == number { removeOldest(at: place) }
      oldest += 1
    }
    if order.count > 2 * limits.total + 16 {
      order = order[oldest...].filter { entries[$0.place]?.number == $0.number }
      oldest = 0
    }
    return write
  }

  private mutating func place(for write: KeptWrite) -> Int {
    guard let place = gaps.popLast() else {
      entries.append(write)
      return entries.count - 1
    }
    entries[place] = write
    return place
  }

  /// Notes a write of a property.
  ///
  /// - Returns: The place of the property's oldest write, if it has too many; it is forgotten.
  private mutating func note(_ place: Int, of property: Property) -> Int? {
    var known = places[property, default: []]
    places[property] = []
    known.append(place)
    let first = known.count > limits.perProperty ? known.removeFirst() : nil
    places[property] = known
    return first
  }

  private mutating func removeOldest(at place: Int) {
    guard let write = entries[place] else { return }
    let property = Property(context: write.path.owners[0], slot: write.slot)
    // The oldest write of all is also the oldest of its property.
    places[property]?.removeFirst()
    if places[property]?.isEmpty == true { places[property] = nil }
    remove(at: place)
  }

  private mutating func remove(at place: Int) {
    entries[place] = nil
    gaps.append(place)
    count -= 1
  }
}
