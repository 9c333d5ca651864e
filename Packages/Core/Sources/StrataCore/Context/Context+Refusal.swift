extension Context {
  /// Ends the program because a slot was used with a type that is not its own.
  @usableFromInline
  @inline(never)
  func refuse(_ slot: Int, as type: Any.Type) -> Never {
    guard layout.slots.indices.contains(slot) else {
      Complaint.missingSlot(layout.name, slot, count: layout.slots.count).trap()
    }
    Complaint.wrongType(layout.place(of: slot), slot, layout.slots[slot].type, type).trap()
  }
}
