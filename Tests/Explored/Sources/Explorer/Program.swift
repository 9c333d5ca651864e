/// A few threads that do a few things each, and a promise that holds whichever of them goes first.
public struct Program: Sendable {
  /// What the program is called where it is replayed.
  public let name: String
  /// What holds in each of its interleavings, as one sentence.
  public let promise: String
  /// The fault that it is known to find, as one sentence; such a program must find it until somebody mends it.
  public let knownFault: String?
  /// How many threads run the jobs of tasks; without any, the program starts no task.
  let workers: Int
  let setUp: @Sendable (Scene) -> Void

  /// Makes a program.
  ///
  /// - Parameters:
  ///   - name: What it is called.
  ///   - promise: What holds, as one sentence.
  ///   - knownFault: The fault that it is known to find.
  ///   - workers: How many threads run the jobs of tasks.
  ///   - setUp: Builds what the threads share, and gives the threads; called anew for each schedule.
  public init(
    _ name: String,
    _ promise: String,
    knownFault: String? = nil,
    workers: Int = 0,
    setUp: @escaping @Sendable (Scene) -> Void
  ) {
    self.name = name
    self.promise = promise
    self.knownFault = knownFault
    self.workers = workers
    self.setUp = setUp
  }
}
