import StrataCore

/// The properties that a recording has seen, each with the parts of its lines that are always the same.
///
/// Their number is that of the program's properties, not that of its nodes.
struct RecordedNames: Sendable {
  /// One property of one kind.
  struct Property: Sendable {
    let name: String
    let isPrivate: Bool
    /// The name as JSON, with quotes.
    let quoted: [UInt8]
    /// The name as the end of a JSON Pointer, as JSON, without quotes.
    let pointer: [UInt8]

    init(_ slot: SlotDescriptor, isPrivate: Bool) {
      name = slot.name
      self.isPrivate = isPrivate
      quoted = JSONValue.string(slot.name).bytes
      pointer = Array(
        JSONValue.string(JSONPointer.escaped(slot.name)).bytes.dropFirst().dropLast()
      )
    }
  }

  private(set) var properties: [Property] = []
  /// The number of the first property of each kind; kinds are retained, so that no other gets the address of one.
  private var starts: [ObjectIdentifier: (kind: Layout, start: Int)] = [:]

  private let limits: RecordingLimits

  init(_ limits: RecordingLimits) { self.limits = limits }

  @inline(__always)
  func isPrivate(_ name: Int) -> Bool { properties[name].isPrivate }

  /// The number of a kind's first property; those of the others follow.
  mutating func start(of kind: Layout) -> Int {
    if let known = starts[ObjectIdentifier(kind)] { return known.start }
    let start = properties.count
    starts[ObjectIdentifier(kind)] = (kind, start)
    for (index, slot) in kind.slots.enumerated() {
      properties.append(Property(slot, isPrivate: limits.isPrivate(index, of: kind)))
    }
    return start
  }
}
