import ArgumentParser
package import StandupsData
import StandupsFeatures
import StrataDependencies

extension Theme: ExpressibleByArgument {}

/// A length of time on the command line: `15m`.
package struct LengthArgument: ExpressibleByArgument, Sendable {
  package var seconds: Int

  package init?(argument: String) {
    guard let seconds = MeetingLength.parse(argument) else { return nil }
    self.seconds = seconds
  }

  /// The help text of the argument.
  static let help = ArgumentHelp(
    "The planned length, 1s to 24h: 15 or 15m (minutes), 90s, 1h30m, 2:30 (m:ss).",
    valueName: "length"
  )
}

extension CompletionKind {
  /// Completes handles of the default data file, or of the one that `--data` names.
  static var handles: CompletionKind {
    .custom { words, _, _ in
      var path: String?
      if let option = words.firstIndex(of: "--data"), option + 1 < words.count {
        path = words[option + 1]
      }
      let file = path.map { DataFile.file($0) } ?? DependencyValues.current.dataFile
      let document = try? file.load()
      return document?.standups.map(\.handle) ?? []
    }
  }
}
