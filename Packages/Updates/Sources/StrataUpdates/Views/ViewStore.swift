/// A store for one part of a program: a view into another store.
///
/// It stores no state: each read asks the store that it was made from, and each action becomes one of that store's.
/// View stores can be made from view stores, to any depth.
///
/// ```swift
/// ChildView(store: ViewStore(store: store, cursor: AppChildCursor.self))
/// ```
public struct ViewStore<State: Equatable & Sendable, Action: Sendable>: StoreProtocol {
  private let read: @Sendable () -> State
  private let forward: @Sendable (Action) -> Void

  /// Makes a store of two closures.
  ///
  /// - Parameters:
  ///   - get: Gives the state, each time it is read.
  ///   - send: Takes the actions.
  public init(
    get: @escaping @Sendable () -> State,
    send: @escaping @Sendable (Action) -> Void
  ) {
    read = get
    forward = send
  }

  /// The state now.
  public var state: State { read() }

  /// Lets an action happen.
  public func send(_ action: Action) { forward(action) }

  /// Makes a store of a part, by a cursor.
  public init<Outer: StoreProtocol, Cursor: CursorProtocol>(
    store: Outer,
    cursor: Cursor.Type
  )
  where
    Cursor.OuterState == Outer.State,
    Cursor.OuterAction == Outer.Action,
    Cursor.InnerState == State,
    Cursor.InnerAction == Action
  {
    self.init(
      get: { Cursor.get(state: store.state) },
      send: { store.send(Cursor.tag($0)) }
    )
  }

  /// Makes a store of a part, by two closures.
  ///
  /// - Parameters:
  ///   - store: The store of the whole.
  ///   - get: Takes the part out of the whole.
  ///   - tag: Makes an action of the whole from one of the part.
  public init<Outer: StoreProtocol>(
    store: Outer,
    get: @escaping @Sendable (Outer.State) -> State,
    tag: @escaping @Sendable (Action) -> Outer.Action
  ) {
    self.init(get: { get(store.state) }, send: { store.send(tag($0)) })
  }

  /// Makes a store of one of many elements; `nil` if there is none for the key now.
  ///
  /// When the element is removed later, the store goes on returning its last state, and its actions find nothing to
  /// change.
  public init?<Outer: StoreProtocol, Cursor: KeyedCursorProtocol>(
    store: Outer,
    cursor: Cursor.Type,
    key: Cursor.Key
  )
  where
    Cursor.OuterState == Outer.State,
    Cursor.OuterAction == Outer.Action,
    Cursor.InnerState == State,
    Cursor.InnerAction == Action
  {
    guard let first = Cursor.get(state: store.state, key: key) else { return nil }
    let last = LastValue(first)
    self.init(
      get: { last.renewed(by: Cursor.get(state: store.state, key: key)) },
      send: { store.send(Cursor.tag(action: $0, key: key)) }
    )
  }

  /// A store whose state is always the same, and which ignores actions: for previews.
  public static func constant(state: State) -> ViewStore {
    ViewStore(get: { state }, send: { _ in })
  }
}

extension StoreProtocol {
  /// A store of a part, by two closures.
  ///
  /// - Parameters:
  ///   - get: Takes the part out of the whole.
  ///   - tag: Makes an action of the whole from one of the part.
  /// - Returns: The part's store.
  public func viewStore<Inner, InnerAction>(
    get: @escaping @Sendable (State) -> Inner,
    tag: @escaping @Sendable (InnerAction) -> Action
  ) -> ViewStore<Inner, InnerAction> {
    ViewStore(store: self, get: get, tag: tag)
  }
}
