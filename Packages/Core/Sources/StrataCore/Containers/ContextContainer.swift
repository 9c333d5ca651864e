/// A value that holds handles of contexts: a child, an optional child, a collection, an enum case.
///
/// A structural slot holds a container. After each access the engine asks the container which
/// contexts it holds now, compares with the roster it kept from before, and makes the tree agree.
public protocol ContextContainer {
  /// What is remembered of the contexts a container held, to compare with later.
  associatedtype Roster: ContextRoster = ListRoster

  /// What values of this type are made of; see ``ContainerContents``.
  static var contents: ContainerContents { get }

  /// Calls a closure with each context that the container holds, in order.
  ///
  /// - Complexity: O(number of contexts held).
  func forEachContext(_ body: (Context) -> Void)

  /// Replaces handles, where a closure gives another context for the one held.
  mutating func replaceContexts(_ replacement: (Context) -> Context?)

  /// Takes out what holds contexts that cannot live here.
  ///
  /// - Returns: Whether one is still there: then the value as a whole has to go, which is for whoever
  ///   holds it to do.
  mutating func removeContexts(where isRefused: (Context) -> Bool) -> Bool

  /// Calls a closure with each context that the container holds and the handle that holds it.
  ///
  /// Asked only for contexts whose layout keeps handles (``ContextHooks/keepsHandles``).
  func forEachHandle(_ body: (Context, any Sendable) -> Void)

  /// Shows a search the handles that the container holds; a list does so from its end, until the search
  /// is over.
  func findHandles(_ search: inout HandleSearch)

  /// Calls a closure with each context that the container holds and its place in it; by default all are
  /// at one place.
  ///
  /// - Parameters:
  ///   - place: The container's own place.
  ///   - body: Called with each context and its place.
  func forEachPlace(below place: ContainerPlace, _ body: (Context, ContainerPlace) -> Void)

  /// Called on the checked-out value before the user's code changes it in place; in a transaction
  /// several times until ``reconcile(_:)`` is called.
  mutating func willChange(_ roster: inout Roster)

  /// Called on the checked-out value when it has been assigned as a whole.
  mutating func wasAssigned(_ roster: inout Roster)

  /// Called on the checked-out value after the user's code has changed it: says what has changed
  /// and brings the roster up to date.
  mutating func reconcile(_ roster: inout Roster) -> StructureEdits

  /// The container that holds nothing, or `nil` if there is no such value.
  ///
  /// A slot is given this value when its context has left the tree and lets go of its children; without
  /// it, they stay as long as the context does.
  static func makeEmpty() -> Self?
}

/// What the values of a type of container are made of.
///
/// Decides when a write that leaves the same contexts in the same order is a change.
@frozen
public enum ContainerContents: Sendable {
  /// One handle, and nothing else: the same context is the same value.
  case handle
  /// Handles: the same contexts in the same order are the same value.
  case handles
  /// More than handles, such as the case of an enum or a title beside the handle: each write is a
  /// change unless the values are equal.
  case mixed
}

/// What is remembered of the contexts that a container held.
public protocol ContextRoster {
  /// The roster of a container that holds nothing.
  init()

  /// Whether a context is on the roster.
  ///
  /// Asked only about contexts that a slot was found to hold more than once.
  func contains(_ context: Context) -> Bool

  /// Where the contexts are, as far as that has to be known.
  ///
  /// A roster of containers with more than one place stores what it is given.
  var places: [ObjectIdentifier: ContainerPlace]? { get set }
}

extension ContextRoster {
  /// `false`: a container of this kind cannot hold a context twice.
  public func contains(_ context: Context) -> Bool { false }

  /// `nil`: a container of this kind is one place.
  public var places: [ObjectIdentifier: ContainerPlace]? {
    get { nil }
    set {}
  }
}

extension ContextContainer {
  /// Takes nothing out.
  ///
  /// - Returns: Whether there is something to take out.
  public mutating func removeContexts(where isRefused: (Context) -> Bool) -> Bool {
    var remains = false
    forEachContext { context in remains = remains || isRefused(context) }
    return remains
  }

  /// More than handles, which is right for each type and best for few.
  @inlinable
  public static var contents: ContainerContents { .mixed }

  /// Does nothing.
  @inlinable
  public mutating func willChange(_ roster: inout Roster) {}

  /// Does nothing.
  @inlinable
  public mutating func wasAssigned(_ roster: inout Roster) {}

  /// Gives nothing: the handles are made from the contexts.
  @inlinable
  public func forEachHandle(_ body: (Context, any Sendable) -> Void) {}

  /// Shows each handle.
  public func findHandles(_ search: inout HandleSearch) {
    forEachHandle { search.take($1, of: $0) }
  }

  /// `nil`: there is no empty container of this type.
  @inlinable
  public static func makeEmpty() -> Self? { nil }
}

extension ContextContainer {
  /// Takes the handles along of contexts that are about to join, where their layout asks for it.
  ///
  /// They are kept with those that do join: a handle holds its context, so one that is kept with a
  /// context which never lives would keep it for good.
  public func takeHandles(along edits: inout StructureEdits) {
    edits.takeHandles { findHandles(&$0) }
  }
}

extension ContextContainer where Roster == ListRoster {
  /// Compares with the list of contexts from before.
  ///
  /// - Complexity: A pointer comparison per context, and some words moved for each behind a place where
  ///   one has come or gone; where much differs, expected O(1) per context between the first and the
  ///   last difference.
  @inlinable
  public mutating func reconcile(_ roster: inout ListRoster) -> StructureEdits {
    var comparison = ListComparison(oldCount: roster.contexts.count)
    // SAFETY: the words are compared, never followed; `contexts` and the container hold both sides.
    // As words, because comparing references would retain and release each of them.
    unsafe roster.contexts.withUnsafeBytes { bytes in
      let old = unsafe bytes.bindMemory(to: UInt.self)
      forEachContext { context in
        let word = UncountedContext(context).word
        let expected = comparison.expected
        if unsafe expected < comparison.oldCount && old[expected] == word {
          comparison.expected = expected &+ 1
        } else {
          unsafe comparison.note(word, old)
        }
        comparison.count &+= 1
      }
    }
    if comparison.isEqual {
      if Self.contents == .mixed, roster.places != nil { notePlaces(&roster) }
      return .none
    }
    if let edits = roster.follow(comparison) {
      if !edits.added.isEmpty || !edits.removed.isEmpty { return finish(edits, &roster) }
      if Self.contents == .mixed, roster.places != nil { notePlaces(&roster) }
      return edits
    }
    let start = comparison.differenceStart
    let rest = uncountedContexts(from: start, to: comparison.count)
    return finish(roster.replaceRest(from: start, with: rest), &roster)
  }

  /// The contexts at some places of the container.
  ///
  /// A second walk: to append to a list in the first one would take a call, and for each call the
  /// context is retained and released.
  @inlinable
  func uncountedContexts(from start: Int, to end: Int) -> ContiguousArray<UncountedContext> {
    // An array without capacity is the one that all share, and even its count of zero is written.
    if start == end { return [] }
    return unsafe ContiguousArray(unsafeUninitializedCapacity: end - start) { buffer, filled in
      guard let base = buffer.baseAddress else { return }
      var place = 0
      forEachContext { context in
        // SAFETY: not past the capacity, whatever the container does this time.
        if place >= start, place < end {
          unsafe (base + (place &- start)).initialize(to: UncountedContext(context))
          filled &+= 1
        }
        place &+= 1
      }
    }
  }

  /// Notes where contexts are that are the same as before.
  @usableFromInline
  func notePlaces(_ roster: inout ListRoster) {
    roster.places = places(known: roster.places, added: [])
  }

  /// Completes edits that the roster already agrees with.
  @usableFromInline
  mutating func finish(
    _ edits: consuming StructureEdits,
    _ roster: inout ListRoster
  ) -> StructureEdits {
    takeHandles(along: &edits)
    let continued = continueByIdentity(&edits, &roster)
    if !continued.isEmpty {
      replaceContexts { continued[ObjectIdentifier($0)] }
      for index in roster.contexts.indices {
        if let old = continued[ObjectIdentifier(roster.contexts[index])] {
          roster.contexts[index] = old
        }
      }
    }
    if Self.contents == .handles { edits.duplicates = roster.noteIdentities(of: edits) }
    return edits
  }
}
