/// The operations that only slots with contexts have.
protocol ContainerOperations: SlotOperations {
  /// Restores a value in a slot; called in a transaction, without the lock.
  static func restore(_ context: Context, _ slot: Int, to value: UnsafeRawPointer, in tree: Tree)

  /// Notes in the container that its value was replaced as a whole; called without the lock by the thread whose
  /// transaction locks the slot.
  static func noteReplacement(_ context: Context, _ slot: Int)

  /// The contexts of a value of the slot; user code.
  static func contexts(of value: Any) -> [Context]

  /// Keeps other threads from changing the slot until this thread's open transaction ends; called without the lock.
  static func acquire(_ context: Context, _ slot: Int)
}

extension SlotDescriptor {
  /// The operations of a slot with contexts; `nil` for any other.
  var containerOperations: (any ContainerOperations.Type)? {
    // Asked first, because the runtime takes a thousand instructions to find that a type does not conform.
    isStructural ? operations as? any ContainerOperations.Type : nil
  }
}
