package import Foundation
import ProgramFiles
package import StandupsData

/// A change of the data file as a whole, with its inverse: a line of `PATH.changes`.
package struct ChangeStep: Decodable, Hashable, Sendable {
  /// The effect of a step on those before it.
  package enum Kind: String, Decodable, Sendable {
    /// A command has changed something.
    case done
    /// The last change that was not taken back was.
    case undone
    /// The change that was taken back last was made again.
    case redone
  }

  /// The longest line, in bytes; a longer change is recorded without its inverse.
  static let longest = 4 << 20

  package let kind: Kind
  /// The command that made the change, also where it was taken back or made again.
  package let command: String
  /// The inverse; `nil` if it is too long, which is known at the latest when the line has been made.
  package private(set) var back: DocumentPatch?
  /// The fingerprint of the state after the change.
  package private(set) var left: String
  /// The digest of the data file after the change; `nil` if it was not recorded.
  package private(set) var file: String?

  /// Makes a step from the documents before and after a change.
  init(
    _ kind: Kind,
    _ command: String,
    from old: StandupsDocument,
    to new: StandupsDocument,
    _ file: String? = nil
  ) {
    let back = DocumentPatch(from: new, backTo: old)
    self.kind = kind
    self.command = command
    // Encoding takes much memory, so it is not tried on what is too long anyway.
    self.back = back.leastBytes > Self.longest ? nil : back
    left = self.back?.current(in: new).fingerprint ?? ""
    self.file = file
  }

  private static let beginning = Data(#"{"step":"#.utf8)

  private struct Line: Decodable {
    var step: ChangeStep
  }

  /// Whether a line is a step, and not an entry for `why`.
  static func isStep(_ line: Data) -> Bool { line.starts(with: beginning) }

  /// Gives the step as a line of `PATH.changes`, and drops an inverse that makes the line too long.
  ///
  /// - Complexity: O(size of the inverse), which is encoded.
  mutating func makeLine() -> Data {
    let line = written
    if line.count <= Self.longest { return line }
    back = nil
    left = ""
    return written
  }

  private var written: Data {
    var json = JSONWriter(.compact)
    json.object { json in
      json.key("step")
      json.object { json in
        if let back {
          json.key("back")
          back.write(to: &json)
        }
        json.key("command")
        json.text(command)
        if let file {
          json.key("file")
          json.text(file)
        }
        json.key("kind")
        json.text(kind.rawValue)
        json.key("left")
        json.text(left)
      }
    }
    return json.finished()
  }

  /// Reads the steps among the lines of `PATH.changes`, oldest first; damaged lines are skipped.
  package static func read(_ lines: [Data]) -> [ChangeStep] {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return lines.compactMap { line in
      // Before the decoder, which some texts end.
      guard isStep(line), JSONSyntax.firstFault(in: line) == nil else { return nil }
      return try? decoder.decode(Line.self, from: line).step
    }
  }
}
