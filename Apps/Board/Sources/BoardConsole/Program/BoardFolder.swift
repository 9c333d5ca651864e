import ArgumentParser
import Foundation
import StrataDependencies

/// The name of a board in the data folder.
struct BoardName: ExpressibleByArgument, Hashable, Sendable {
  /// The longest name, in bytes; the system's limit for a file's name is little more.
  private static let longest = 100

  /// The board that is meant where none is named.
  static let first = BoardName(unchecked: "board")

  let text: String

  private init(unchecked text: String) { self.text = text }

  init?(argument: String) {
    guard (1...Self.longest).contains(argument.utf8.count), !argument.hasPrefix("."),
      !argument.hasPrefix("-"),
      argument.unicodeScalars.allSatisfy({ Self.isPlain($0) })
    else { return nil }
    text = argument
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      || ("-_. ").unicodeScalars.contains(scalar)
  }

  var defaultValueDescription: String { text }
}

/// The folder of the boards that have names.
struct BoardFolder: Sendable {
  private static let ending = ".jsonl"

  let path: String

  /// The user's.
  static var current: BoardFolder {
    let folder = DependencyValues.current.fileSystemPaths.applicationSupport
    return BoardFolder(path: folder.appendingPathComponent("board").path)
  }

  func path(of board: BoardName) -> String { "\(path)/\(board.text)\(Self.ending)" }

  /// The names of the boards in it, in order; none if there is no folder.
  var names: [BoardName] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return files.filter { $0.hasSuffix(Self.ending) }.sorted()
      .compactMap { BoardName(argument: String($0.dropLast(Self.ending.count))) }
  }
}

extension CompletionKind {
  /// The names of the boards in the data folder.
  static var boards: CompletionKind {
    .custom { _, _, _ in BoardFolder.current.names.map(\.text) }
  }
}
