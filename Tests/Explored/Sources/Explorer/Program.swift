/// A few threads that do a few things each, and a promise that is true in every order.
public struct Program: Sendable {
  /// The program's name, for replays.
  public let name: String
  /// The promise for each of its interleavings, as one sentence.
  public let promise: String
  /// The known fault, as one sentence; the program must find it until it is fixed.
  public let knownFault: String?
  /// How many threads run the jobs of tasks; without any, the program starts no task.
  let workers: Int
  let setUp: @Sendable (Scene) -> Void

  /// Makes a program.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - promise: The promise, as one sentence.
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
