import Foundation
import Measuring

extension Report.Machine {
  /// The machine that this runs on, and the sources that were built.
  static func here() -> Report.Machine {
    Report.Machine(
      processor: processor(),
      cores: ProcessInfo.processInfo.activeProcessorCount,
      system: ProcessInfo.processInfo.operatingSystemVersionString,
      toolchain: output(of: ["swift", "--version"]).prefix { $0 != "\n" }.description,
      commit: output(of: ["git", "describe", "--always", "--dirty"]).filter { $0 != "\n" },
      date: Date.now.formatted(.iso8601.year().month().day()),
      load: load()
    )
  }

  private static func load() -> Double? {
    let averages = try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)
    return averages?.split(separator: " ").first.flatMap { Double($0) }
  }

  private static func processor() -> String {
    let information = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
    let line = information?.split(separator: "\n").first { $0.hasPrefix("model name") }
    let name = line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
    return name ?? output(of: ["uname", "-m"]).filter { $0 != "\n" }
  }

  /// The output of a command; nothing if it cannot be run.
  private static func output(of command: [String]) -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return "" }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
