/// A position in a tree through which events travel.
///
/// Whatever has parents and children can route events: the routing asks for nothing else, keeps
/// nothing, and takes no lock. Who guards the tree with a lock holds it while a route is walked.
///
/// A position may have several parents, but none may be above itself. Positions must stay alive
/// while a route is walked.
public protocol EventPosition: AnyObject {
  /// What listeners learn about who sent an event.
  associatedtype EventSender: Sendable
  /// The type of ``eventParents``.
  associatedtype EventParents: Sequence<Self>
  /// The type of ``eventChildren``.
  associatedtype EventChildren: Sequence<Self>
  /// The type of ``eventDependencies``.
  associatedtype EventDependencies: Sequence<Self> = EmptyCollection<Self>

  /// The positions directly above, in the order in which they became parents.
  var eventParents: EventParents { get }

  /// The positions directly below, in the order in which they are listed.
  var eventChildren: EventChildren { get }

  /// The positions that this one depends on, in the order in which it has come to; by default none.
  ///
  /// Walks downwards do not meet them. A position that others depend on has these among its
  /// ``eventParents``, so that they receive what it sends.
  var eventDependencies: EventDependencies { get }

  // SAFETY: the tree keeps its positions alive while it is walked, which this protocol asks for.
  /// The position directly above, not retained, when there is just one; else `nil`.
  ///
  /// Most trees have one parent per position, and walking up is what most events do: without
  /// counting references a step costs a few instructions. By default made from ``eventParents``.
  var onlyEventParent: Unmanaged<Self>? { get }

  /// Whether a walk can come here or go on from here by more than one way.
  ///
  /// By default, whether there is more than one parent; it must be so then, and also for a position
  /// that appears twice among the children of one parent.
  var isReachedByManyWays: Bool { get }

  /// Calls a closure with each of ``eventChildren``, in order.
  ///
  /// By default made from them; a tree that keeps no array of its children saves making one.
  func forEachEventChild(_ body: (Self) -> Void)

  /// Adds the listeners of this position that want an event:
  /// calls ``EventListeners/select(for:origin:into:)``.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - origin: Where the sender stands, seen from here.
  ///   - selected: The listeners of the event.
  func selectListeners<Event: Sendable>(
    for event: Event,
    origin: Audience,
    into selected: inout SelectedListeners<EventSender>
  )
}

extension EventPosition where EventDependencies == EmptyCollection<Self> {
  /// None.
  @inlinable public var eventDependencies: EmptyCollection<Self> { EmptyCollection() }
}

extension EventPosition {
  /// Calls a closure with each of ``eventChildren``.
  @inlinable
  public func forEachEventChild(_ body: (Self) -> Void) {
    for child in eventChildren { body(child) }
  }

  // SAFETY: the parent is alive while the tree is walked, see the protocol.
  /// The first of ``eventParents``, when there is no other.
  @inlinable
  public var onlyEventParent: Unmanaged<Self>? {
    var parents = eventParents.makeIterator()
    guard let parent = parents.next(), parents.next() == nil else { return nil }
    return unsafe Unmanaged.passUnretained(parent)
  }

  /// Whether there is more than one parent.
  @inlinable
  public var isReachedByManyWays: Bool {
    var iterator = eventParents.makeIterator()
    return iterator.next() != nil && iterator.next() != nil
  }
}
