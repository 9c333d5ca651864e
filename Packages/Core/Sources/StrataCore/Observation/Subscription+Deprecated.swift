public import StrataConcurrency

/// An observation of a slot.
@available(*, deprecated, renamed: "Subscription")
public typealias SlotObservation = Subscription

/// An observation of a derived value.
@available(*, deprecated, renamed: "Subscription")
public typealias DerivedObservation = Subscription

/// An observation of a tree.
@available(*, deprecated, renamed: "Subscription")
public typealias TreeObservation = Subscription

/// A recording of the changes of a tree.
@available(*, deprecated, renamed: "Subscription")
public typealias ChangeRecording = Subscription
