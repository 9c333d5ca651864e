import StrataConcurrency

// SAFETY: `views` is a constant, and Sendable.
/// A store whose states are shown by views.
///
/// It is a store like any other; besides, ``StatefulView``s subscribe to it. Several views may
/// subscribe to one view store, and each is given each state.
open class ViewStore<State: ViewState>: Store<State>, @unchecked Sendable {
  private let views = ViewTable<State>()

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - initialState: The first state, which is not a change.
  ///   - delivery: The queue that notifies subscribers and views; `nil` follows ``Settings/delivery``.
  public override init(initialState: State, delivery: StoreDelivery? = nil) {
    super.init(initialState: initialState, delivery: delivery)
  }

  /// How many views show this store's states.
  public final var viewCount: Int { views.count }

  /// Lets a view show the state now, and each state that follows.
  ///
  /// The first state is rendered on this thread, before this returns. The others are rendered on the store's
  /// ``Store/delivery``, when all stores are idle. A view that may be used on one thread only belongs to a store that
  /// delivers there. The store refers to the view weakly: when the view is gone, its subscription ends with the next
  /// state.
  ///
  /// - Throws: ``ViewStoreError/viewIsAlreadySubscribed(view:store:)``.
  public final func subscribe<View: StatefulView>(
    from view: View
  ) throws(ViewStoreError) where View.State == State {
    let link = ViewLink<State>(view: view)
    let subscriber = WeakSubscriber<State>()
    let made = Subscriber<State>(
      kind: .view,
      updateHandler: { [core, views] update in
        guard !link.show(update), let gone = subscriber.value else { return }
        core.remove(gone)
        views.remove(gone)
      }
    )
    subscriber.value = made
    guard views.add(view, link, made) else {
      throw .viewIsAlreadySubscribed(view: "\(View.self)", store: storeIdentifier)
    }
    core.subscribe(made)
  }

  /// Ends the subscription of a view.
  ///
  /// - Throws: ``ViewStoreError/viewIsNotSubscribed(view:store:)``.
  public final func unsubscribe<View: StatefulView>(
    from view: View
  ) throws(ViewStoreError) where View.State == State {
    guard let subscriber = views.subscriber(of: view) else {
      throw .viewIsNotSubscribed(view: "\(View.self)", store: storeIdentifier)
    }
    core.remove(subscriber)
    views.remove(subscriber)
  }

  /// Lets a view that was not ready show the latest state, if it has missed it.
  ///
  /// - Throws: ``ViewStoreError/viewIsNotSubscribed(view:store:)``.
  public final func viewDidBecomeReady<View: StatefulView>(
    _ view: View
  ) throws(ViewStoreError) where View.State == State {
    guard let subscriber = views.subscriber(of: view) else {
      throw .viewIsNotSubscribed(view: "\(View.self)", store: storeIdentifier)
    }
    core.push(.readiness, to: subscriber)
  }
}
