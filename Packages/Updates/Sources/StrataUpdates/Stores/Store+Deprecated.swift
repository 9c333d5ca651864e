public import StrataConcurrency

/// A subscription to a store.
@available(*, deprecated, renamed: "Subscription")
public typealias StoreSubscription = Subscription
