@_spi(Strata) import StrataCore
import StrataExtensions

// A test of a plain store. Its lines read properties of models; what they have read counts as asserted.
extension RootPlace: AssertableState {
  var hasTester: Bool { store.isTested }

  func asserting(
    _ reads: [SlotRead],
    of earlier: any Sendable,
    asIn later: any Sendable
  ) -> any Sendable {
    guard let earlier = earlier as? Models.Container, let later = later as? Models.Container else {
      return earlier
    }
    // A line that reads `store.state` reads all of it.
    guard !reads.contains(where: { $0.context === store.holder }) else { return later }
    var whole = StateModel<Models>(wrappedValue: earlier)
    var present = StateModel<Models>(wrappedValue: later)
    for read in reads {
      guard let owner = read.context.attachmentOwner?.keptObject as? AnyPlace, owner.store === store
      else {
        continue
      }
      // The places note in themselves where a state is, so one thread at a time may ask.
      unsafe store.isolated { _ in
        unsafe withUnsafeMutablePointer(to: &whole) { whole in
          unsafe withUnsafeMutablePointer(to: &present) { present in
            unsafe owner.assertRead(
              of: read.context,
              in: UnsafeMutableRawPointer(whole),
              asIn: UnsafeMutableRawPointer(present)
            )
          }
        }
      }
    }
    return whole.container
  }

  func testedProperty(of read: SlotRead) -> (name: String, value: Any?)? {
    (read.context.attachmentOwner?.keptObject as? AnyPlace)?.testedProperty(of: read.context)
  }

  func testExpression(of context: Context) -> String? {
    guard context !== self.context else { return "" }
    return context.modelPlace?.path.map { ".model\($0)" }
  }
}

extension AnyPlace {
  /// What a view has taken note of, in the words of a test.
  fileprivate final func testedProperty(of signal: Context) -> (name: String, value: Any?)? {
    if let table = tables.first(where: { $0.signal === signal }) {
      return ("$\(table.field.name)", nil)
    }
    lock.lock()
    let reader = readers.first { $0.signal === signal }
    lock.unlock()
    guard let path = reader?.kind?.path else { return nil }
    // `\State.count`; what is computed may have no name there.
    let name = "\(path)".split(separator: ".", maxSplits: 1).dropFirst().joined()
    return (name, value(at: path))
  }

  /// Makes what a view has read of this place in a root as it is in another one.
  ///
  /// - Parameters:
  ///   - signal: What the view has taken note of.
  ///   - earlier: The root to change.
  ///   - later: The root with the values that were read.
  @unsafe
  fileprivate final func assertRead(
    of signal: Context,
    in earlier: UnsafeMutableRawPointer,
    asIn later: UnsafeMutableRawPointer
  ) {
    lock.lock()
    let read = readers.filter { $0.signal === signal }
    lock.unlock()
    let structures = tables.filter { $0.signal === signal }
    guard !read.isEmpty || !structures.isEmpty else { return }
    unsafe withState(in: UnsafeRawPointer(later)) { now in
      _ = unsafe withMemory(in: earlier) { former in
        for table in structures { unsafe table.assertStructure(in: former, asIn: now) }
        for reader in read { unsafe assert(reader, in: former, asIn: now) }
      }
    }
  }
}

extension Place {
  /// Makes what a reader has read in a state as it is in another one.
  static func assert(_ reader: Reader, in former: inout State, asIn now: State) {
    if let presence = reader as? PresenceReader<State> {
      // Which part there is says also what has come and gone with it.
      if presence.read(former) != presence.read(now) { former = now }
    } else if let path = reader.kind?.path as? PartialKeyPath<State> {
      reader.assert(path, in: &former, asIn: now)
    }
  }
}

/// What an assertion asserts of a state.
enum AssertedProperty {
  /// Makes a property in a state as it is in another one.
  ///
  /// What a property without a setter is computed from is not known, so it stands for the whole state.
  static func assert<State, Value>(
    _ path: KeyPath<State, Value>,
    in former: inout State,
    asIn now: State
  ) {
    let value = now[keyPath: path]
    if let offset = MemoryLayout<State>.offset(of: path) {
      unsafe withUnsafeMutablePointer(to: &former) { state in
        // SAFETY: a stored property lies at its offset, and nothing else has the copy.
        let memory = unsafe UnsafeMutableRawPointer(state) + offset
        unsafe memory.assumingMemoryBound(to: Value.self).pointee = value
      }
      return
    }
    guard let path = path as? WritableKeyPath<State, Value>,
      !(path is ReferenceWritableKeyPath<State, Value>)
    else {
      former = now
      return
    }
    var changed = former
    changed[keyPath: path] = value
    former = consists(changed, of: former, now) ? changed : now
  }

  /// Whether each stored property of a state is that of one of two others; a setter may write something else.
  private static func consists<State>(_ state: State, of one: State, _ other: State) -> Bool {
    let members = Mirror(reflecting: state).children
    let (ones, others) = (Mirror(reflecting: one).children, Mirror(reflecting: other).children)
    guard members.count == ones.count, members.count == others.count else { return true }
    return zip(members, zip(ones, others)).allSatisfy { member, pair in
      ValueDiff().text(from: pair.0.value, to: member.value) == nil
        || ValueDiff().text(from: pair.1.value, to: member.value) == nil
    }
  }
}
