public import Foundation
import StrataConcurrency

// SAFETY: adds constants; the timer and the order are made for several threads.
/// Fetches a value again a while after each time it was fetched.
final class RefreshingSource<Value>: SourceBase<Fetchable<Value>>, @unchecked Sendable {
  private let upstream: Upstream<Fetchable<Value>>
  private let interval: TimeInterval
  private let order: SourceOrder
  private let timer: SourceTimer

  init(_ input: Source<Fetchable<Value>>, _ interval: TimeInterval, _ time: SourceTime) {
    upstream = Upstream(input)
    self.interval = interval
    order = SourceOrder()
    timer = SourceTimer(time.clock, order: order)
    super.init()
  }

  override var inputs: [any ChainedSource] { [upstream.source.base] }

  override var isDerived: Bool { true }

  override func makeInitialModel() -> Fetchable<Value> {
    let first = upstream.begin(self, on: order) { owner, input in
      owner.schedule(after: input)
      owner.model = input
    }
    schedule(after: first)
    return first
  }

  override func didMakeInitialModel() { upstream.start() }

  private func schedule(after input: Fetchable<Value>) {
    guard case .fetched = input else { return timer.cancel() }
    timer.wait(interval) { [weak self] in self?.upstream.source.model.fetched?.refresh?() }
  }
}

// SAFETY: adds constants; the timer and the order are made for several threads.
/// Begins to follow another source only after a while.
final class DelayedFetchSource<Value>: SourceBase<Fetchable<Value>>, @unchecked Sendable {
  private let upstream: Upstream<Fetchable<Value>>
  private let delay: TimeInterval
  private let order: SourceOrder
  private let timer: SourceTimer

  init(_ input: Source<Fetchable<Value>>, _ delay: TimeInterval, _ time: SourceTime) {
    upstream = Upstream(input)
    self.delay = delay
    order = SourceOrder()
    timer = SourceTimer(time.clock, order: order)
    super.init()
  }

  override var isDerived: Bool { true }

  override func makeInitialModel() -> Fetchable<Value> {
    timer.wait(delay) { [weak self] in self?.begin() }
    return .fetching(.init())
  }

  private func begin() {
    model = upstream.begin(self, on: order) { $0.model = $1 }
    upstream.start()
  }
}

extension Source {
  /// Makes a source that fetches the value again so many seconds after each time it was fetched.
  ///
  /// - Parameters:
  ///   - interval: Seconds; infinity for never. A negative value is reported and counts as 0; a value that is not a
  ///     number counts as never.
  ///   - time: The time that timers wait on.
  ///   - fileID: The caller's file, for reports.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  /// - Returns: The source.
  public func refreshing<Value>(
    every interval: TimeInterval,
    time: SourceTime = .current,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Source<Fetchable<Value>> where Model == Fetchable<Value> {
    let interval = Seconds.checked(
      interval,
      "every",
      standard: .infinity,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
    return RefreshingSource(self, interval, time).eraseToSource()
  }

  /// Makes a source that begins to fetch so many seconds after its model is first needed.
  ///
  /// - Parameters:
  ///   - delay: Seconds; infinity for never. A value that is negative or not a number is reported and counts as 0.
  ///   - time: The time that timers wait on.
  ///   - fileID: The caller's file, for reports.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  /// - Returns: The source.
  public func fetchAfterDelay<Value>(
    of delay: TimeInterval,
    time: SourceTime = .current,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Source<Fetchable<Value>> where Model == Fetchable<Value> {
    let delay = Seconds.checked(
      delay,
      "of",
      standard: 0,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
    return DelayedFetchSource(self, delay, time).eraseToSource()
  }

  /// Makes a source whose fetched value is made from this one's.
  public func mapFetchedValue<Value, NewValue>(
    _ transform: @escaping @Sendable (Value) -> NewValue
  ) -> Source<Fetchable<NewValue>> where Model == Fetchable<Value> {
    map { $0.map(transform) }
  }
}
