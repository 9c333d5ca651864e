import StrataConcurrency
import StrataTesting

/// Makes every mistake at every stage, and collects the findings.
public struct MistakeTable: Sendable {
  /// The lines of the table.
  public private(set) var lines: [String] = []
  /// The mistakes without a failure, or with a wrong one.
  public private(set) var complaints: [String] = []
  /// How many tests were run.
  public private(set) var count = 0

  /// Makes an empty table.
  public init() {}

  /// Adds the tests of one way of running them.
  ///
  /// - Parameters:
  ///   - how: The way.
  ///   - holdings: The ways in which the tests retain their trees.
  ///   - leaving: The mistakes that cannot be found in this way.
  ///   - run: Runs a test.
  public mutating func add(
    _ how: String,
    holding holdings: [Holding] = Holding.allCases,
    leaving left: Set<What> = [],
    run: @Sendable (@escaping @Sendable () async -> Void) async throws -> Void
  ) async {
    for holding in holdings {
      for when in When.allCases {
        var cells: [String] = []
        for what in What.allCases {
          // The tasks of an activation end by themselves.
          let isOfActivation = when == .inOnActivate && what == .task
          guard !left.contains(what), !isOfActivation else {
            cells.append("\(what.rawValue) –")
            continue
          }
          let mistake = Mistake(what, when, holding)
          let complaint = mistake.complaint(about: await Self.failures(of: mistake, run))
          mistake.keeper.release()
          count += 1
          cells.append("\(what.rawValue) \(complaint == nil ? "✓" : "✗")")
          if let complaint {
            complaints.append("\(how), \(holding), \(when.rawValue), \(what): \(complaint)")
          }
        }
        lines.append("\(how), \(holding), \(when.rawValue): \(cells.joined(separator: ", "))")
      }
    }
  }

  private static func failures(
    of mistake: Mistake,
    _ run: @Sendable (@escaping @Sendable () async -> Void) async throws -> Void
  ) async -> [TestFailure] {
    let found = Locked<[TestFailure]>([], rank: .leaf)
    await FailureSink.withHandler { failure in
      found.withLock { $0.append(failure) }
    } operation: {
      try? await run { await mistake.run() }
    }
    return found.withLock { $0 }
  }
}
