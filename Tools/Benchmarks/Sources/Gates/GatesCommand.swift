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
      hundredths above the count, as processes differ by that much. With --plant each operation is \
      made worse by a tenth, an allocation and a walk over all of its size, and each gate has to fail.
      """
  )

  @Argument(help: "Parts of names of gates.")
  var filters: [String] = []

  @Flag(help: "Shows that each gate can fail.")
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
    var passed = 0
    var failed = 0
    let worsening: ((Int, Double) -> Void)? = plant ? { Planted.regression($0, $1) } : nil
    for gate in chosen {
      let result = GateResult(gate, worsened: worsening)
      let isRight = result.verdict == (plant ? .broken : .holds)
      switch (result.verdict, isRight) {
      case (.notCounted, _): say("skipped  \(gate.name): \(result.text)")
      case (_, true): passed += 1
      case (_, false): failed += 1
      }
      if result.verdict != .notCounted {
        say("\(isRight ? "passed" : "FAILED")   \(gate.name): \(result.text)")
      }
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

  /// Allocates once, for each unit of the size up to a hundred, and for each thousand instructions
  /// that are allowed.
  ///
  /// An allocation and its release take more than a hundred instructions.
  @inline(never)
  static func regression(_ size: Int, _ allowed: Double) {
    for number in 0...(min(size, 120) + Int(allowed / 1_000)) { keep(make(number).number) }
  }

  @inline(never)
  private static func make(_ number: Int) -> Box { Box(number) }
}
