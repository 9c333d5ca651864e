public import Foundation
import StrataConcurrency

/// How much of an operation is done.
public struct FetchProgress: Sendable, Hashable {
  /// How many units there are; 0 if that is not known.
  public let totalUnitCount: Int64
  /// How many units are done.
  public let completedUnitCount: Int64

  /// Makes a progress.
  public init(totalUnitCount: Int64, completedUnitCount: Int64) {
    self.totalUnitCount = totalUnitCount
    self.completedUnitCount = completedUnitCount
  }

  /// The part that is done, from 0 to 1; 0 while the total is not known.
  public var fractionCompleted: Double {
    guard totalUnitCount > 0 else { return 0 }
    return min(max(Double(completedUnitCount) / Double(totalUnitCount), 0), 1)
  }

  /// Whether all is done.
  public var isFinished: Bool { totalUnitCount > 0 && completedUnitCount >= totalUnitCount }

  /// One progress for two that are made side by side, by their fractions.
  static func average(_ a: FetchProgress, _ b: FetchProgress) -> FetchProgress {
    let scale = 1_000.0
    return FetchProgress(
      totalUnitCount: Int64(2 * scale),
      completedUnitCount: Int64((a.fractionCompleted + b.fractionCompleted) * scale)
    )
  }
}

/// A source of the progress of an operation that reports it.
public final class ProgressSource: SourceOf<FetchProgress>,
  // SAFETY: adds constants; a Foundation progress is made for several threads.
  @unchecked Sendable
{
  private let reported: Progress?
  private let first: FetchProgress
  private let timer: SourceTimer?
  private let interval: TimeInterval

  /// The progress at first.
  public var initialModel: FetchProgress {
    reported.map(FetchProgress.init(_:)) ?? first
  }

  /// Makes a source that receives the progress by ``report(_:)``.
  public init(_ first: FetchProgress = FetchProgress(totalUnitCount: 0, completedUnitCount: 0)) {
    reported = nil
    timer = nil
    interval = 0
    self.first = first
    super.init()
  }

  /// Makes a source that looks at a Foundation progress from time to time, until it is finished or
  /// cancelled.
  ///
  /// - Parameters:
  ///   - progress: The observed progress.
  ///   - interval: Seconds between looks. A negative value is reported and counts as 0; a value that is not a number
  ///     counts as 0.1.
  ///   - time: The time that timers wait on.
  ///   - fileID: The caller's file, for reports.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  public init(
    _ progress: Progress,
    every interval: TimeInterval = 0.1,
    time: SourceTime = .current,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    reported = progress
    timer = SourceTimer(time.clock, order: SourceOrder())
    first = FetchProgress(progress)
    self.interval = Seconds.checked(
      interval,
      "every",
      standard: 0.1,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
    super.init()
    look()
  }

  /// Takes over a progress, unless it is the same as before.
  public func report(_ progress: FetchProgress) {
    if progress != model { model = progress }
  }

  private func look() {
    guard let reported else { return }
    report(FetchProgress(reported))
    guard !reported.isFinished, !reported.isCancelled else { return }
    timer?.wait(interval) { [weak self] in self?.look() }
  }
}

extension FetchProgress {
  /// Takes over a Foundation progress as it is now.
  public init(_ progress: Progress) {
    self.init(
      totalUnitCount: progress.totalUnitCount,
      completedUnitCount: progress.completedUnitCount
    )
  }
}
