import StrataConcurrency

/// The last records of a log, within its limits.
struct WriteArchive: Sendable {
  /// A property of a context; it stays valid after the context has ended.
  struct Property: Sendable, Hashable {
    let context: ContextID
    let slot: Int
  }

  private struct Entry: Sendable {
    var record: WriteRecord
    let property: Property
    /// The contexts on the record's path.
    let owners: [ContextID]
  }

  private let limits: WriteLog.Limits
  private var entries: [Int: Entry] = [:]
  /// The numbers of the records of each property, rising.
  private var numbers: [Property: [Int]] = [:]
  /// All numbers, rising; some belong to records that have been dropped.
  private var order: [Int] = []
  /// How many numbers at the front of `order` have been checked.
  private var oldest = 0
  private(set) var lastNumber = 0

  init(limits: WriteLog.Limits) {
    self.limits = limits
  }

  /// The retained records, oldest first.
  var records: [WriteRecord] { order[oldest...].compactMap { entries[$0]?.record } }

  /// The records of some properties, oldest first.
  func records(of properties: [Property]) -> [WriteRecord] {
    Set(properties).flatMap { numbers[$0] ?? [] }.sorted().compactMap { entries[$0]?.record }
  }

  /// The records of a context and its descendants, oldest first.
  func records(in context: ContextID) -> [WriteRecord] {
    order[oldest...].compactMap { number in
      entries[number].flatMap { $0.owners.contains(context) ? $0.record : nil }
    }
  }

  /// The text of a property's last known value.
  func lastText(of property: Property) -> String? {
    numbers[property]?.last.flatMap { entries[$0]?.record.new }
  }

  /// Adds a record, and drops the oldest ones over the limits.
  ///
  /// - Returns: The record with its number.
  /// - Complexity: O(1), amortised.
  mutating func add(
    _ record: WriteRecord,
    of property: Property,
    owners: [ContextID]
  ) -> WriteRecord {
    lastNumber += 1
    var record = record
    record.number = lastNumber
    guard limits.total > 0, limits.perProperty > 0 else { return record }
    entries[lastNumber] = Entry(record: record, property: property, owners: owners)
    order.append(lastNumber)
    numbers[property, default: []].append(lastNumber)
    if let known = numbers[property], known.count > limits.perProperty, let first = known.first {
      remove(first)
    }
    while entries.count > limits.total, oldest < order.count {
      remove(order[oldest])
      oldest += 1
    }
    if order.count > 2 * limits.total + 16 {
      order = order[oldest...].filter { entries[$0] != nil }
      oldest = 0
    }
    return record
  }

  private mutating func remove(_ number: Int) {
    guard let entry = entries.removeValue(forKey: number) else { return }
    // The oldest record of all is also the oldest of its property.
    numbers[entry.property]?.removeFirst()
    if numbers[entry.property]?.isEmpty == true { numbers[entry.property] = nil }
  }
}
