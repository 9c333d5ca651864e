// Subscriptions are StrataConcurrency's, and one import is enough to cancel them.
@_exported public import class StrataConcurrency.Subscription
