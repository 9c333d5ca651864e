@_spi(Strata) import StrataCore
import Synchronization

extension PlaceReference {
  // The types of states are known where a program is compiled, and only at run time in here. So what knows the type is
  // inlined into the program, and these functions take none: code with a type as a parameter looks up what depends on
  // it, which takes several times as long as a read.

  /// Begins a read of the live state, where it lies.
  ///
  /// - Parameter type: The type of state that the caller expects.
  /// - Returns: Where the state is until `endRead()`. Until then the root is locked, so nothing of the program may run.
  ///   `nil` if the read has to go another way.
  @usableFromInline
  @unsafe
  final func beginRead(of type: ObjectIdentifier) -> UnsafeRawPointer? {
    guard stateType == type else { return nil }
    // SAFETY: places alone have a type of state.
    return unsafe unsafeDowncast(self, to: AnyPlace.self).lockState()
  }

  /// Lets a view take note of a property that a view has read before.
  ///
  /// - Returns: Whether it has, and sees the live state.
  @usableFromInline
  final func noteAgain(_ path: AnyKeyPath) -> Bool {
    guard stateType != nil else { return false }
    // SAFETY: places alone have a type of state.
    return unsafe unsafeDowncast(self, to: AnyPlace.self).noteRepeatedRead(of: path)
  }

  /// Whether a view takes note of the reads of this thread.
  @usableFromInline
  static var areReadsNoted: Bool { Context.notesReads }

  /// Begins a read of a computed property whose present value a view has made known.
  ///
  /// - Returns: What has the value, until `endRead()`; `nil` if it has to be computed.
  @usableFromInline
  final func beginRead(ofComputed path: AnyKeyPath, _ type: ObjectIdentifier) -> Reader? {
    guard stateType != nil else { return nil }
    // SAFETY: places alone have a type of state.
    let place = unsafe unsafeDowncast(self, to: AnyPlace.self)
    guard place.readerCount.load(ordering: .acquiring) != 0, let kind = KindCache.find(path),
      kind.offset < 0, let reader = place.knownReader(kind), reader.beginRead(of: type)
    else { return nil }
    // Else the value is that of the override, which this read may not be of, or of a change that is under way.
    if !place.store.isOverridden, !place.store.isBeingChanged { return reader }
    reader.endRead()
    return nil
  }

  /// A stored property of the live state, if that can be found where it lies.
  @inlinable
  @inline(__always)
  final func storedValue<State, Value>(at offset: Int, of type: State.Type) -> Value? {
    guard let state = unsafe beginRead(of: ObjectIdentifier(type)) else { return nil }
    defer { endRead() }
    return unsafe (state + offset).assumingMemoryBound(to: Value.self).pointee
  }

  /// A computed property of the live state, if that can be found where it lies.
  ///
  /// It is not computed if a view follows it: then each change of the state has already.
  @inlinable
  final func computedValue<State, Value>(at path: KeyPath<State, Value>) -> Value? {
    if let reader = beginRead(ofComputed: path, ObjectIdentifier(Value.self)) {
      defer { reader.endRead() }
      return unsafe reader.memory.assumingMemoryBound(to: Value.self).pointee
    }
    return copyState(State.self)?[keyPath: path]
  }

  /// A copy of the live state, if that can be found where it lies.
  @inlinable
  final func copyState<State>(_ type: State.Type) -> State? {
    guard let state = unsafe beginRead(of: ObjectIdentifier(type)) else { return nil }
    defer { endRead() }
    return unsafe state.assumingMemoryBound(to: type).pointee
  }

  /// Ends a read.
  @usableFromInline
  final func endRead() {
    // SAFETY: a read begins only at a place.
    unsafe unsafeDowncast(self, to: AnyPlace.self).store.unlockRoot()
  }
}

extension AnyPlace {
  /// Takes the lock of the root, and finds the state.
  @unsafe
  final func lockState() -> UnsafeRawPointer? {
    guard let root = unsafe store.lockRoot() else { return nil }
    if let state = unsafe locate(in: root) { return unsafe state }
    store.unlockRoot()
    return nil
  }

  /// Lets a view take note of a property that a view has read before.
  ///
  /// - Returns: Whether it has, and sees the live state.
  final func noteRepeatedRead(of path: AnyKeyPath) -> Bool {
    guard let kind = KindCache.find(path), let reader = knownReader(kind), reader.hasBegun else {
      return false
    }
    note(reader)
    // A change before the note may have let go of the reader, and the next one would not find it.
    return reader.hasBegun && !store.isOverridden
  }

  /// Lets a view take note of a read.
  final func note(_ reader: Reader) {
    guard let signal = reader.signal else { return }
    // Noted first: a change after that is told, whatever is read now.
    ObservationBridge.access(signal, 0)
    signal.noteRead(ofSlotAt: 0)
  }

  /// The reader of a kind, if it has been made.
  final func knownReader(_ kind: ReaderKind) -> Reader? {
    lock.lock()
    defer { lock.unlock() }
    for reader in readers where reader.kind === kind { return reader }
    return nil
  }
}
