import StrataConcurrency

/// A write as a log retains it: text only where it has to be made at once.
struct KeptWrite: Sendable {
  /// Counts the records of the log, from 1.
  var number = 0
  let round: UInt64
  let time: Double?
  let path: WritePath
  let slot: Int
  var old: KeptText
  let new: KeptText
  var added: [String] = []
  var removed: [String] = []
  let cause: Cause?

  /// The record that the log gives.
  func record(_ text: WriteText) -> WriteRecord {
    WriteRecord(
      number: number,
      round: round,
      time: time,
      places: path.places,
      property: path.kind.slots[slot].name,
      old: old.text(text),
      new: new.text(text),
      added: added,
      removed: removed,
      steps: cause?.steps ?? []
    )
  }
}

/// A value of a write, or its text.
enum KeptText: Sendable {
  case none
  case number(Int)
  case flag(Bool)
  /// A text, no longer than those that the log gives.
  case short(String)
  /// Any other value, as text.
  case text(String)

  var isNone: Bool { if case .none = self { true } else { false } }

  func text(_ text: WriteText) -> String? {
    switch self {
    case .none: nil
    case .number(let number): text.text(of: number)
    case .flag(let flag): text.text(of: flag)
    case .short(let value): text.text(of: value)
    case .text(let text): text
    }
  }
}

/// The way from the recorded context down to a written one; the writes of one context share it.
final class WritePath: Sendable {
  /// The written context's kind.
  let kind: Layout
  /// The contexts from the written one up to the recorded one.
  let owners: [ContextID]
  /// The slots that lead down to the same contexts; zero for the recorded one.
  private let slots: [Int]
  /// The kinds, slots and identities as text, from the recorded context down.
  let places: [WrittenPlace]
  /// Whether a context on the path declares an identity, which may change.
  private let declaresIdentity: Bool

  init(
    to kind: Layout,
    owners: [ContextID],
    slots: [Int],
    places: [WrittenPlace],
    declaresIdentity: Bool
  ) {
    self.kind = kind
    self.owners = owners
    self.slots = slots
    self.places = places
    self.declaresIdentity = declaresIdentity
  }

  convenience init(_ trail: [TrailStep], to kind: Layout, _ places: [WrittenPlace]) {
    self.init(
      to: kind,
      owners: trail.reversed().map(\.context.id),
      slots: trail.reversed().map(\.index),
      places: places,
      declaresIdentity: trail.contains { $0.context.layout.declaresIdentity }
    )
  }

  /// Whether the path still leads to a context, along first parents, with the same identities; called without a lock.
  func leads(to context: Context, _ text: WriteText) -> Bool {
    var named: [(context: Context, index: Int)] = []
    let lock = context.lock()
    let isSame = matches(context, &named)
    lock.unlock()
    return isSame
      && named.allSatisfy { text.identity(of: $0.context) == places[$0.index].id }
  }

  /// Compares the path with the first parents of a context; called with the lock held.
  private func matches(
    _ written: Context,
    _ named: inout [(context: Context, index: Int)]
  ) -> Bool {
    var context = written
    for (index, owner) in owners.enumerated() {
      guard context.id == owner else { return false }
      if declaresIdentity, context.layout.declaresIdentity {
        named.append((context, owners.count - 1 - index))
      }
      if index == owners.count - 1 { return true }
      guard Int(context.parentSlot) == slots[index], let parent = context.parent else {
        return false
      }
      context = parent
    }
    return false
  }
}
