/// A value that contains handles of contexts: a child, an optional child, a collection, an enum case.
///
/// A structural slot stores a container. After each access the engine asks the container for its contexts and compares
/// them with the membership of the last commit. A structural commit then makes the tree agree.
public protocol ContextContainer {
  /// The contexts that a container contained, for the next comparison.
  associatedtype Membership: ContextMembership = ListMembership

  /// The components of values of this type; see ``ContainerContents``.
  static var contents: ContainerContents { get }

  /// Calls a closure with each context in the container, in order.
  ///
  /// - Complexity: O(number of contexts in the container).
  func forEachContext(_ body: (Context) -> Void)

  /// Replaces each handle for whose context a closure returns another context.
  mutating func replaceContexts(_ replacement: (Context) -> Context?)

  /// Removes rejected contexts from the value.
  ///
  /// - Returns: Whether a rejected context remains. The owner of the value then has to remove the value as a whole.
  mutating func removeContexts(where isRefused: (Context) -> Bool) -> Bool

  /// Calls a closure with each context in the container, and its handle.
  ///
  /// Called only for contexts whose layout stores handles (``ContextHooks/keepsHandles``).
  func forEachHandle(_ body: (Context, any Sendable) -> Void)

  /// Offers the container's handles to a search; a list begins at its end and stops when the search is over.
  func findHandles(_ search: inout HandleSearch)

  /// Calls a closure with each context in the container and its path; by default all have the same path.
  ///
  /// - Parameters:
  ///   - place: The container's own path.
  ///   - body: Called with each context and its path.
  func forEachPlace(below place: ContainerPlace, _ body: (Context, ContainerPlace) -> Void)

  /// Called on the checked-out value before the user's code changes it in place.
  ///
  /// In a transaction it is called several times before the next ``reconcile(_:)``.
  mutating func willChange(_ membership: inout Membership)

  /// Called on the checked-out value when it has been assigned as a whole.
  ///
  /// - Parameters:
  ///   - membership: The membership at the last commit.
  ///   - former: The value before, if it is known.
  mutating func wasAssigned(_ membership: inout Membership, over former: Self?)

  /// Called on the checked-out value after a transaction has changed it, before the next ``reconcile(_:)``.
  ///
  /// Puts members of the last commit back, in the positions of added contexts that continue their lives. The default
  /// for memberships other than ``ListMembership`` does nothing: the end of the transaction puts them back.
  ///
  /// - Parameters:
  ///   - membership: The membership at the last commit.
  ///   - openMembership: The contexts of the slot in the open transaction.
  mutating func continueLifetimes(
    _ membership: inout Membership,
    _ openMembership: () -> OpenMembership
  )

  /// Called on the checked-out value after the user's code has changed it.
  ///
  /// - Returns: The difference, after the membership was updated.
  mutating func reconcile(_ membership: inout Membership) -> StructureEdits

  /// Whether another value with the same contexts in the same order is the same value.
  ///
  /// Called without a lock, and only for containers that are more than handles. By default the values are the same if
  /// the type is `Equatable` and says so; without an equality, each write is a change.
  func isSameBesideContexts(as other: Self) -> Bool

  /// The empty container, or `nil` if there is no such value.
  ///
  /// A slot gets this value when its context has left the tree and releases its children. Without such a value, the
  /// children stay as long as the context does.
  static func makeEmpty() -> Self?
}

/// The components of the values of a container type.
///
/// They decide when a write that leaves the same contexts in the same order is a change.
@frozen
public enum ContainerContents: Sendable {
  /// One handle, and nothing else: the same context is the same value.
  case handle
  /// Handles: the same contexts in the same order are the same value.
  case handles
  /// More than handles, such as the case of an enum or a title beside the handle.
  ///
  /// Each write is a change unless the values are equal.
  case mixed
}

/// The membership: the contexts that a container contained at the last commit.
public protocol ContextMembership {
  /// The membership of an empty container.
  init()

  /// Whether a context is a member.
  ///
  /// Called only for contexts that a slot was found to contain more than once.
  func contains(_ context: Context) -> Bool

  /// How many contexts the container contained; `nil` if that is not known.
  ///
  /// Called with a lock held, after the end of a life. An empty container then has nothing to release.
  ///
  /// - Complexity: O(1).
  var knownCount: Int? { get }

  /// The paths of the contexts, if they are needed.
  ///
  /// A membership of containers with more than one path stores the assigned value.
  var places: [ObjectIdentifier: ContainerPlace]? { get set }
}

extension ContextMembership {
  /// `false`: a container of this kind cannot contain a context twice.
  public func contains(_ context: Context) -> Bool { false }

  /// `nil`: it is not known.
  public var knownCount: Int? { nil }

  /// `nil`: a container of this kind has one path.
  public var places: [ObjectIdentifier: ContainerPlace]? {
    get { nil }
    set {}
  }
}

extension ContextContainer {
  /// Removes nothing.
  ///
  /// - Returns: Whether a rejected context remains.
  public mutating func removeContexts(where isRefused: (Context) -> Bool) -> Bool {
    var remains = false
    forEachContext { context in remains = remains || isRefused(context) }
    return remains
  }

  /// More than handles, which is correct for every type and optimal for few.
  @inlinable
  public static var contents: ContainerContents { .mixed }

  /// Does nothing.
  @inlinable
  public mutating func willChange(_ membership: inout Membership) {}

  /// Does nothing.
  @inlinable
  public mutating func wasAssigned(_ membership: inout Membership, over former: Self?) {}

  /// Does nothing.
  @inlinable
  public mutating func continueLifetimes(
    _ membership: inout Membership,
    _ openMembership: () -> OpenMembership
  ) {}

  /// Does nothing, because the handles are made from the contexts.
  @inlinable
  public func forEachHandle(_ body: (Context, any Sendable) -> Void) {}

  /// Offers each handle.
  public func findHandles(_ search: inout HandleSearch) {
    forEachHandle { search.take($1, of: $0) }
  }

  /// What the type's own equality says; `false` without one.
  public func isSameBesideContexts(as other: Self) -> Bool {
    (self as? any Equatable)?.equals(other) ?? false
  }

  /// `nil`: there is no empty container of this type.
  @inlinable
  public static func makeEmpty() -> Self? { nil }
}

extension ContextContainer {
  /// Whether another value is the same: the same contexts in the same order, and nothing else differs.
  ///
  /// - Complexity: O(number of contexts), and what the type's own equality takes.
  package func isSame(as other: Self) -> Bool {
    guard hasSameContexts(as: other) else { return false }
    return Self.contents != .mixed || isSameBesideContexts(as: other)
  }

  /// Whether the same contexts are there in the same order; a frozen copy counts as its original.
  package func hasSameContexts(as other: Self) -> Bool {
    var own: [ContextID] = []
    forEachContext { own.append($0.id) }
    var others: [ContextID] = []
    other.forEachContext { others.append($0.id) }
    return own == others
  }
}

extension Equatable {
  fileprivate func equals(_ other: Any) -> Bool {
    (other as? Self).map { $0 == self } ?? false
  }
}

extension ContextContainer {
  /// Collects the handles of contexts that are about to join, where their layout requires it.
  ///
  /// A handle is stored with its context only when the context joins. A handle retains its context, so a context that
  /// never joins would otherwise retain itself forever.
  public func takeHandles(along edits: inout StructureEdits) {
    edits.takeHandles { findHandles(&$0) }
  }
}

extension ContextContainer where Membership == ListMembership {
  /// Compares the contexts with the previous list.
  ///
  /// - Complexity: One pointer comparison per context. Each insertion and removal moves the words behind it. With many
  ///   differences, expected O(1) per context between the first and the last one.
  @inlinable
  public mutating func reconcile(_ membership: inout ListMembership) -> StructureEdits {
    let edits = difference(from: &membership)
    if !edits.added.isEmpty || !edits.removed.isEmpty { return finish(edits, &membership) }
    if Self.contents == .mixed, membership.places != nil { notePlaces(&membership) }
    return edits
  }

  /// Compares the contexts with a list, and makes the list agree.
  @inlinable
  func difference(from membership: inout ListMembership) -> StructureEdits {
    var comparison = ListComparison(oldCount: membership.contexts.count)
    // SAFETY: the words are compared, never followed; `contexts` and the container retain both sides. They are compared
    // as words, because comparing references would retain and release each of them.
    unsafe membership.contexts.withUnsafeBytes { bytes in
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
    if comparison.isEqual { return .none }
    if let edits = membership.follow(comparison) { return edits }
    let start = comparison.differenceStart
    let rest = uncountedContexts(from: start, to: comparison.count)
    return membership.replaceRest(from: start, with: rest)
  }

  /// The contexts at a range of positions in the container.
  ///
  /// A second pass. To append to a list in the first one would take a call, and each call retains and releases the
  /// context.
  @inlinable
  func uncountedContexts(from start: Int, to end: Int) -> ContiguousArray<UncountedContext> {
    // An array without capacity is a shared constant, and even its count of zero would be written.
    if start == end { return [] }
    return unsafe ContiguousArray(unsafeUninitializedCapacity: end - start) { buffer, filled in
      guard let base = buffer.baseAddress else { return }
      var place = 0
      forEachContext { context in
        // SAFETY: not past the capacity, even if the container changes its contexts.
        if place >= start, place < end {
          unsafe (base + (place &- start)).initialize(to: UncountedContext(context))
          filled &+= 1
        }
        place &+= 1
      }
    }
  }

  /// Updates the paths of contexts that are the same as before.
  @usableFromInline
  func notePlaces(_ membership: inout ListMembership) {
    membership.places = places(known: membership.places, added: [])
  }

  /// Completes edits that the membership already agrees with.
  @usableFromInline
  mutating func finish(
    _ edits: consuming StructureEdits,
    _ membership: inout ListMembership
  ) -> StructureEdits {
    takeHandles(along: &edits)
    let continued = continueByIdentity(&edits, &membership)
    if !continued.isEmpty {
      replaceContexts { continued[ObjectIdentifier($0)] }
      membership.replace(continued)
    }
    if Self.contents == .handles { edits.duplicates = membership.noteIdentities(of: edits) }
    return edits
  }
}
