public import StrataCore

/// Has one state, changes it in transactions, and notifies subscribers.
///
/// Make a subclass for each small concern, with the services it needs:
///
/// ```swift
/// class ExampleStore: Store<ExampleState> {
///   init() {
///     super.init(initialState: .init())
///   }
///
///   func reload() {
///     state.toLoading()
///   }
/// }
/// ```
///
/// Every change of ``state`` is one transaction, and another thread's change waits until it has ended. Subscribers
/// receive the result once, unless it equals the state before. They see each state in the order of the changes, on the
/// store's ``delivery``.
///
/// A store may be used from any thread. It is `Sendable`, which its subclasses have to say again: `final class
/// ExampleStore: Store<ExampleState>, @unchecked Sendable`. A subclass has to protect everything that it stores beside
/// the state. Prefer to store only constants there, and mutable values in the state.
open class Store<State: StateContainer> {
  @usableFromInline let core: StoreCore<State>
  let subscriptions = SubscriptionTable()

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - initialState: The first state, which is not a change.
  ///   - delivery: The queue that notifies subscribers; `nil` follows ``Settings/delivery``.
  public init(initialState: State, delivery: StoreDelivery? = nil) {
    core = StoreCore(
      state: initialState,
      delivery: delivery ?? Settings.delivery,
      storeType: Self.self
    )
  }

  /// The state.
  ///
  /// Each access that may change it is one transaction: a call of a `mutating` function, or an assignment. A change
  /// waits while another thread's is running. A thread that changes or reads the state inside its own change of the
  /// same store is stopped. Read `$0` inside `update`; push, subscribe and emit after the change.
  ///
  /// - Complexity: O(1) plus a comparison of the old and the new state.
  public final var state: State {
    @inlinable get { core.context.read(core.slot).value }
    @inlinable _modify {
      let thread = StoreThread.current
      thread.enter()
      let memory = unsafe core.beginChange()
      let old = unsafe memory.pointee.value
      defer { unsafe core.endChange(memory, from: old, thread) }
      yield unsafe &memory.pointee.value
    }
  }

  /// The delivery that notifies the subscribers of this store.
  public final var delivery: StoreDelivery { core.delivery }

  /// The name of this store, which differs from all others, also from those of the same class.
  ///
  /// Override it to make two stores stand for the same thing: a subscription to one then replaces
  /// the subscription to the other.
  open var storeIdentifier: String { core.name }

  /// Delivers the state to the subscribers once more, though it has not changed.
  public final func forcePushState() {
    core.push(.push)
  }
}

// SAFETY: `core` and `subscriptions` are constants, and Sendable.
extension Store: @unchecked Sendable {}
