/// The slots of a context that count.
public enum SlotSelection: Sendable, Hashable {
  /// Every slot.
  case all
  /// These slots, by their indices in the layout.
  case only(Set<Int>)
  /// Every slot but these.
  case except(Set<Int>)

  /// Whether a slot counts.
  func contains(_ slot: Int) -> Bool {
    switch self {
    case .all: true
    case .only(let slots): slots.contains(slot)
    case .except(let slots): !slots.contains(slot)
    }
  }
}
