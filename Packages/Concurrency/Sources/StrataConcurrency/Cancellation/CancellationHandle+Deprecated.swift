/// A handle to work that was registered in a scope.
@available(*, deprecated, renamed: "CancellationHandle")
public typealias ScopedWork = CancellationHandle
