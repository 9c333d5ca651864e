import ArgumentParser
import Foundation
import Measuring
import Workloads

/// Checks the library's promises about work that can be counted.
@main
struct GatesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Gates",
    abstract:
      "Counts allocations, evaluations and machine instructions, and fails if one is too many.",
    discussion: """
      Nothing is timed, so a busy machine gives the same verdict. Limits of instructions lie some \
      hundredths above the count, as processes differ by that much. With --plant the counts of a \
      tenth more, an allocation and a walk over all of its size are added to each, and each gate has \
      to fail then as well.
      """
  )

  @Argument(help: "Parts of names of gates.")
  var filters: [String] = []

  @Flag(help: "Shows as well that each gate can fail.")
  var plant = false

  @Option(help: "One of several equal shares of the gates, such as 1/2.")
  var share = Share.all

  func validate() throws {
    guard !chosen.isEmpty else {
      throw ValidationError("No gate's name contains \(filters.joined(separator: " or ")).")
    }
  }

  func run() throws {
    LockPair.startSecondThread()
    var (passed, failed) = (0, 0)
    func judge(_ result: GateResult, _ wanted: GateResult.Verdict, _ name: String) {
      guard result.verdict != .notCounted else { return say("skipped  \(name): \(result.text)") }
      let isRight = result.verdict == wanted
      if isRight { passed += 1 } else { failed += 1 }
      say("\(isRight ? "passed" : "FAILED")   \(name): \(result.text)")
    }
    for gate in chosen {
      let counts = GateCounts(of: gate)
      judge(counts.result, .holds, gate.name)
      guard plant else { continue }
      let worse = counts.worsened { Planted.count(gate.promise, size: $0, allowed: $1) }
      judge(worse.result, .broken, "planted in \(gate.name)")
    }
    say("\n\(passed) gates passed, \(failed) failed")
    if failed > 0 || passed == 0 { throw ExitCode.failure }
  }

  /// Prints a line that a reader of a pipe sees at once.
  private func say(_ line: String) {
    print(line)
    fflush(nil)
  }

  private var chosen: [Gate] {
    share.part(
      of: Promises.all.filter { gate in
        filters.isEmpty || filters.contains { gate.name.contains($0) }
      }
    )
  }
}

/// Every so many elements of a list: 1/2 takes the first, the third, and so on.
///
/// Several processes that take one share each take each element once.
struct Share: ExpressibleByArgument {
  /// The whole list.
  static let all = Share(number: 1, count: 1)

  private let number: Int
  private let count: Int

  var defaultValueDescription: String { "\(number)/\(count)" }

  private init(number: Int, count: Int) {
    self.number = number
    self.count = count
  }

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]),
      (1...max(count, 1)).contains(number), count > 0
    else { return nil }
    self.init(number: number, count: count)
  }

  func part<Element>(of list: [Element]) -> [Element] {
    stride(from: number - 1, to: list.count, by: count).map { list[$0] }
  }
}

/// The cost that a careless change would add.
enum Planted {
  private final class Box {
    var number: Int
    init(_ number: Int) { self.number = number }
  }

  /// What it adds to a count: an allocation, and one more for each unit of the size up to a hundred and for each
  /// thousand instructions that are allowed.
  static func count(_ promise: Gate.Promise, size: Int, allowed: Double) -> Double? {
    let allocations = Double(1 + min(size, 120) + Int(allowed / 1_000))
    return switch promise {
    case .exactly: 1
    case .allocations: counted.map { $0 * allocations }
    case .instructions, .flat, .slope: instructions.map { $0 * allocations }
    }
  }

  /// One allocation as it is counted, so that a count that misses allocations makes no gate fail.
  private static let counted =
    AllocationCount.isPossible ? Double(AllocationCount.of { keep(make(0).number) }) : nil

  /// The instructions of one allocation and its release, which are more than a hundred.
  private static let instructions = InstructionCount.perOperation { count in
    for number in 0..<count { keep(make(number).number) }
  }

  @inline(never)
  private static func make(_ number: Int) -> Box { Box(number) }
}
