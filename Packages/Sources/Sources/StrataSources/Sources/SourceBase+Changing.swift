public import StrataCore

extension SourceBase {
  // SAFETY: an optional has its value at its beginning, and the slot's storage its optional. So the address of a
  // storage that has a model is the model's. A collection in it stays uniquely referenced.
  /// Begins a change of the model in place.
  ///
  /// - Returns: The memory of the model, until ``endChange(_:)``.
  @inlinable
  @inline(__always)
  final func beginChange() -> UnsafeMutablePointer<Model> {
    if isDecodable { return unsafe beginDecodedChange() }
    let stored = unsafe context.beginChange(of: slot)
    if case .none = unsafe stored.pointee.value { trapMissingModel() }
    return unsafe UnsafeMutableRawPointer(stored).assumingMemoryBound(to: Model.self)
  }

  // SAFETY: as for `beginChange`, whose memory this is.
  /// Ends a change of the model: the source's actions know the model before any subscriber is notified.
  @inlinable
  @inline(__always)
  final func endChange(_ memory: UnsafeMutablePointer<Model>) {
    if isDecodable { return unsafe endDecodedChange(memory) }
    let stored = unsafe UnsafeMutableRawPointer(memory)
      .assumingMemoryBound(to: StoredModel<Model>.self)
    unsafe stored.pointee.version &+= 1
    actions.version = unsafe stored.pointee.version
    unsafe context.endChange(of: slot, stored)
  }

  // SAFETY: made here and freed by `endDecodedChange`.
  /// Begins a change of a model that is decoded.
  ///
  /// The change works on a copy, because the model has to be bound before any subscriber is notified.
  @usableFromInline
  final func beginDecodedChange() -> UnsafeMutablePointer<Model> {
    let memory = UnsafeMutablePointer<Model>.allocate(capacity: 1)
    unsafe memory.initialize(to: context.read(slot).model())
    return unsafe memory
  }

  // SAFETY: `beginDecodedChange` made `memory`.
  @usableFromInline
  final func endDecodedChange(_ memory: UnsafeMutablePointer<Model>) {
    let changed = unsafe memory.move()
    unsafe memory.deallocate()
    publish(changed)
  }

  // SAFETY: `beginChange` made `memory`, which has the model, and each way ends the change. An optional whose value is
  // exchanged for another value goes on having one.
  /// Replaces the model, if a condition holds while no other thread can change it.
  ///
  /// - Parameters:
  ///   - model: The next model.
  ///   - isDue: The condition. It must not run or release anything of the library's user, and must not use the model.
  /// - Returns: Whether the model was replaced.
  final func replaceModel(with model: Model, if isDue: () -> Bool) -> Bool {
    prepareModel()
    // The former model is released after the change, because its `deinit` is the user's code.
    var former = model
    let memory = unsafe beginChange()
    guard isDue() else {
      unsafe abandonChange(memory)
      return false
    }
    unsafe swap(&memory.pointee, &former)
    unsafe endChange(memory)
    withExtendedLifetime(former) {}
    return true
  }

  // SAFETY: as for `endChange`.
  /// Ends a change that has changed nothing: the version stays, so no subscriber is notified.
  private func abandonChange(_ memory: UnsafeMutablePointer<Model>) {
    if isDecodable {
      unsafe memory.deinitialize(count: 1)
      return unsafe memory.deallocate()
    }
    let stored = unsafe UnsafeMutableRawPointer(memory)
      .assumingMemoryBound(to: StoredModel<Model>.self)
    unsafe context.endChange(of: slot, stored)
  }

  @usableFromInline
  final func trapMissingModel() -> Never { SourceTrap.missingModel(Model.self) }
}
