/// A position in a tree through which events travel.
///
/// Every type with parents and children can route events: the routing asks for nothing else, stores nothing, and takes
/// no lock. An owner that protects the tree with a lock holds it during a traversal.
///
/// A position may have several parents, but none may be above itself. Positions must stay alive during a traversal.
public protocol EventPosition: AnyObject {
  /// The information about a sender for the listeners.
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
  /// Traversals downwards do not meet them. A position that others depend on has these among its ``eventParents``, so
  /// they receive its events.
  var eventDependencies: EventDependencies { get }

  // SAFETY: the tree retains its positions during the traversal, which this protocol requires.
  /// The position directly above, not retained, when there is just one; else `nil`.
  ///
  /// Most trees have one parent per position, and most events go upwards: without counting references a step costs a
  /// few instructions. By default made from ``eventParents``.
  var onlyEventParent: Unmanaged<Self>? { get }

  /// Whether a traversal can come here or go on from here by more than one way.
  ///
  /// By default, whether there is more than one parent, which it must include. It must also be true for a position that
  /// appears twice among the children of one parent.
  var isReachedByManyWays: Bool { get }

  /// Calls a closure with each of ``eventChildren``, in order.
  ///
  /// By default made from them; a tree that stores no array of its children saves making one.
  func forEachEventChild(_ body: (Self) -> Void)

  /// Adds the listeners of this position that want an event:
  /// calls ``EventListeners/select(for:origin:into:)``.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - origin: The direction of the sender, seen from here.
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

  // SAFETY: the parent is alive during the traversal, see the protocol.
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
