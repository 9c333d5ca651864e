/// The states that a history retains.
@available(*, deprecated, renamed: "HistoryRetention")
public typealias HistoryThinning = HistoryRetention
