import Foundation
import TortureCases

/// Runs all cases, each in a child process, until the time is over.
///
/// `torture SEED MINUTES` is the parent; `torture NAME SEED SECONDS` is a child, and repeats one case.
@main
struct Main {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.count == 3, let seed = UInt64(arguments[1]), let time = Double(arguments[2]) {
      exit(child(arguments[0], seed, seconds: time))
    }
    guard arguments.count == 2, let seed = UInt64(arguments[0]), let minutes = Double(arguments[1])
    else {
      print("usage: torture SEED MINUTES, or torture NAME SEED SECONDS; the names are \(names)")
      exit(64)
    }
    exit(parent(seed, seconds: minutes * 60))
  }

  private static var names: [String] {
    DecoderCase.allCases.map(\.rawValue) + StressProgram.allCases.map(\.rawValue)
  }

  /// Gives each case its share of the time, in short turns with seeds of their own.
  private static func parent(_ seed: UInt64, seconds: Double) -> Int32 {
    let end = Date().addingTimeInterval(seconds)
    let turn = min(10, seconds / Double(names.count))
    var (next, faults, turns) = (seed, 0, 0)
    while Date() < end || turns == 0 {
      for name in names {
        let (status, last) = run([name, "\(next)", "\(turn)"])
        turns += 1
        if status != 0 {
          faults += 1
          print("FAULT in \(name) (status \(status)): \(last)")
          print("  again: torture \(name) \(next) \(turn)")
        }
      }
      next &+= 1_000_000
    }
    print("\(turns) turns, \(faults) faults, seed \(seed)")
    return faults == 0 ? 0 : 1
  }

  /// Runs this program as a child.
  ///
  /// - Returns: Its status, and the last line that it has written.
  private static func run(_ arguments: [String]) -> (status: Int32, last: String) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["SWIFT_BACKTRACE": "enable=no"]
    ) { $1 }
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { return (-1, "\(error)") }
    // Only the last lines are stored, because a child prints each seed before it begins.
    var tail = Data()
    while true {
      let data = pipe.fileHandleForReading.availableData
      if data.isEmpty { break }
      tail = Data((tail + data).suffix(4_096))
    }
    process.waitUntilExit()
    let last = String(decoding: tail, as: UTF8.self).split(separator: "\n").last.map(String.init)
    return (process.terminationStatus, last ?? "it has said nothing")
  }

  private static func child(_ name: String, _ seed: UInt64, seconds: Double) -> Int32 {
    let end = Date().addingTimeInterval(seconds)
    let say = { (text: String) in FileHandle.standardOutput.write(Data((text + "\n").utf8)) }
    do {
      if let decoder = DecoderCase(rawValue: name) {
        try decoder.run(seeds: seed..<UInt64.max, until: { Date() >= end }, note: say)
      } else if let program = StressProgram(rawValue: name) {
        try program.run(seed: seed) { Date() >= end }
      } else {
        say("there is no case \(name)")
        return 64
      }
    } catch {
      say("\(error)")
      return 1
    }
    return 0
  }
}
