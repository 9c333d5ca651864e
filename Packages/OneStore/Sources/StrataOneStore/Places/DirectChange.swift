import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

// A change of a state where it lies in the root, by code that does not know its type; see `beginRead(of:)`.
//
// What changes is found by comparing bytes, before and after. Bytes of a reference tell of the object alone, which an
// array, say, changes in place while nothing else has it. So something else must have each object that is compared:
// a reader has the value that it has seen, and for models the container is copied, which retains it.
extension PlaceReference {
  /// Begins a change of the state, for which every other access to the store waits.
  ///
  /// - Parameter type: The type of state that the caller expects.
  /// - Returns: Where the state is until `endDirectChange(at:)`; `nil` if the change has to begin with the type.
  @usableFromInline
  @unsafe
  final func beginDirectChange(of type: ObjectIdentifier) -> UnsafeMutableRawPointer? {
    guard stateType == type else { return nil }
    // SAFETY: places alone have a type of state.
    return unsafe unsafeDowncast(self, to: AnyPlace.self).takeState()
  }

  /// Ends what `beginDirectChange(of:)` has begun: makes models and views agree with the state.
  @usableFromInline
  @unsafe
  final func endDirectChange(at state: UnsafeMutableRawPointer) {
    // SAFETY: only places begin a change.
    unsafe unsafeDowncast(self, to: AnyPlace.self).giveBackState(at: state)
  }
}

extension AnyPlace {
  @unsafe
  fileprivate final func takeState() -> UnsafeMutableRawPointer? {
    guard !hasEnded.load(ordering: .acquiring), let root = unsafe store.beginUnobservedChange()
    else { return nil }
    // The end of the store waits for a change that has begun before it, and lets go of the places then.
    guard !store.hasEnded, extras.isEmpty, ghosts.isEmpty,
      let state = unsafe locateToChange(in: root)
    else {
      unsafe store.endChange(root)
      return nil
    }
    if !tables.isEmpty || readerCount.load(ordering: .relaxed) != 0 {
      unsafe former = unsafe takeFormer(state)
    }
    if let field, case .bytes(let range) = field.identity {
      unsafe store.identity.copyMemory(from: state + range.lowerBound, byteCount: range.count)
    }
    return unsafe state
  }

  @unsafe
  fileprivate final func giveBackState(at state: UnsafeMutableRawPointer) {
    var effects = Effects()
    let former = unsafe former.take()
    if let former = unsafe former {
      unsafe updateReaders(state, from: UnsafeRawPointer(former), .state, &effects)
      let tables = tables
      for index in 0..<tables.count where unsafe !schema.fieldBytes[index].isSame(former, state) {
        unsafe tables[index].compare(UnsafeRawPointer(former), state, &effects)
      }
    }
    let root = unsafe store.root
    if unsafe hasOtherIdentity(state) {
      unsafe noteIdentity(changedAt: positionInPlace, in: root, &effects)
    }
    unsafe updateAncestors(in: root, &effects)
    unsafe store.end(root, effects)
    // Values from before go when other threads may use the store again.
    if let former = unsafe former { unsafe giveBack(former) }
    for call in effects.calls { call() }
  }

  /// Whether the change that ends now may have been one of the state's identity.
  @unsafe
  private func hasOtherIdentity(_ state: UnsafeMutableRawPointer) -> Bool {
    switch field?.identity {
    case nil, .some(.none): return false
    case .typed: return true
    case .bytes(let range):
      return unsafe memcmp(store.identity, state + range.lowerBound, range.count) != 0
    }
  }

  /// The bytes of a state, with copies of the containers of models.
  @unsafe
  private func takeFormer(_ state: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    let word = scratch.exchange(0, ordering: .acquiring)
    let former =
      unsafe UnsafeMutableRawPointer(bitPattern: word)
      ?? .allocate(byteCount: schema.stateSize, alignment: schema.stateAlignment)
    unsafe memcpy(former, state, schema.stateSize)
    let fields = unsafe schema.fieldBytes
    for index in 0..<fields.count { unsafe fields[index].copy(from: state, to: former) }
    return unsafe former
  }

  @unsafe
  private func giveBack(_ former: UnsafeMutableRawPointer) {
    let fields = unsafe schema.fieldBytes
    for index in 0..<fields.count { unsafe fields[index].destroy(in: former) }
    let word = scratch.exchange(UInt(bitPattern: former), ordering: .releasing)
    unsafe UnsafeMutableRawPointer(bitPattern: word)?.deallocate()
  }
}
