public import StrataConcurrency

extension SlotDescriptor {
  /// Describes a slot whose values contain contexts.
  ///
  /// - Parameters:
  ///   - name: The property's name.
  ///   - type: The property's type.
  ///   - declaration: The property's declaration.
  ///   - isPrivate: Whether only the owner's own code can name it.
  ///   - isUnrecorded: Whether recordings leave out its values.
  /// - Returns: The description.
  public static func container<Value: ContextContainer>(
    _ name: String,
    _ type: Value.Type,
    declaration: CallSite? = nil,
    isPrivate: Bool = false,
    isUnrecorded: Bool = false
  ) -> SlotDescriptor {
    SlotDescriptor(
      name: name,
      type: type,
      declaration: declaration,
      isPrivate: isPrivate,
      isUnrecorded: isUnrecorded,
      operations: ContainerSlot<Value>.self,
      size: MemoryLayout<ContainerStorage<Value>>.size,
      byteAlignment: MemoryLayout<ContainerStorage<Value>>.alignment,
      isStructural: true
    )
  }
}
