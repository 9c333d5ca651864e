import ArgumentParser
import Foundation
import ProgramConsole

/// Something that `quotes serve` logs.
struct ServiceEvent: Hashable, Sendable {
  /// How much it matters, the least first.
  enum Level: String, CaseIterable, Comparable, Sendable {
    /// Connections.
    case debug
    /// Each request.
    case info
    /// The service's own beginning and end, and clients that left.
    case notice
    /// Clients that were rejected or took too long, and answers of 400 to 499.
    case warning
    /// Answers from 500, and requests without an answer.
    case error

    static func < (one: Level, other: Level) -> Bool {
      let all = allCases
      return (all.firstIndex(of: one) ?? 0) < (all.firstIndex(of: other) ?? 0)
    }
  }

  let level: Level
  let text: String

  /// The level of an answer; `nil` stands for no answer.
  static func level(of status: Int?) -> Level {
    switch status {
    case .some(400..<500): .warning
    case .some(..<400): .info
    default: .error
    }
  }

  /// The event as a line: time, level, text.
  func line(at date: Date) -> String {
    "\(date.formatted(.iso8601)) \(level.rawValue) \(text.printable)\n"
  }
}

/// The least level of what is logged, on the command line.
enum LogLevel: ExpressibleByArgument, Hashable, Sendable {
  case least(ServiceEvent.Level)
  case none

  init?(argument: String) {
    if argument == "none" {
      self = .none
    } else if let level = ServiceEvent.Level(rawValue: argument) {
      self = .least(level)
    } else {
      return nil
    }
  }

  static let allValueStrings = ServiceEvent.Level.allCases.map(\.rawValue) + ["none"]

  var defaultValueDescription: String { level?.rawValue ?? "none" }

  var level: ServiceEvent.Level? {
    switch self {
    case .least(let level): level
    case .none: nil
    }
  }
}
