public import StrataCore

/// Holds one state, changes it in transactions, and tells subscribers.
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
/// Every change of ``state`` is one transaction: another thread's change waits until it has ended,
/// and what comes out is told to the subscribers once, unless it equals what was there before.
/// Subscribers see each state in the order of the changes, on the store's ``delivery``.
///
/// A store may be used from any thread. It is `Sendable`, which its subclasses have to say again:
/// `final class ExampleStore: Store<ExampleState>, @unchecked Sendable`. What a subclass stores beside
/// the state is its own to protect; best is to store only constants and keep what changes in the
/// state.
open class Store<State: StateContainer> {
  @usableFromInline let core: StoreCore<State>
  let subscriptions = SubscriptionTable()

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - initialState: The first state, which is not a change.
  ///   - delivery: Where subscribers are told; with `nil` as ``Settings/delivery`` says.
  public init(initialState: State, delivery: StoreDelivery? = nil) {
    core = StoreCore(
      state: initialState,
      delivery: delivery ?? Settings.delivery,
      storeType: Self.self
    )
  }

  /// The state.
  ///
  /// Each access that may change it is one transaction: a call of a `mutating` function, or an
  /// assignment. A change waits while another thread's is running; a thread that changes or reads
  /// the state inside its own change of the same store is stopped, with both places.
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

  /// Where the subscribers of this store are told.
  public final var delivery: StoreDelivery { core.delivery }

  /// Tells this store from all others, also from those of the same class.
  ///
  /// Override it to make two stores stand for the same thing: a subscription to one then replaces
  /// the subscription to the other.
  open var storeIdentifier: String { core.name }

  /// Tells the subscribers the state once more, though it has not changed.
  public final func forcePushState() {
    core.push(.push)
  }
}

// SAFETY: `core` and `subscriptions` are constants, and Sendable.
extension Store: @unchecked Sendable {}
