import Foundation
import ProgramDriver

/// A recorded session: what a person typed at a shell's prompt, and what stood below it then.
///
///     $ standups list
///     No stand-ups yet. …
///     $ standups show nobody
///     standups: There is no stand-up "nobody". …
///     [exit 66]
///
/// Output and errors stand in this order; the exit code stands below when it is not 0. A line that
/// begins with `<<` below a command is fed to it. Minutes of today are written as `<now>`, ids as `<id>`,
/// the folder of the session as `<folder>`.
struct SessionFile {
  struct Step {
    var command: String
    var words: [String]
    var input: String?
    var expected: [String]

    /// The step as it stands in a file.
    func text(showing lines: [String]) -> String {
      let fed = (input ?? "").split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      return (["$ \(command)"] + fed.map { "<< \($0)" } + lines).map { $0 + "\n" }.joined()
    }
  }

  private(set) var steps: [Step] = []

  init(named name: String) throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let url = folder.appendingPathComponent("Sessions/\(name).txt")
    let text = try String(contentsOf: url, encoding: .utf8)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("$ ") {
        let command = String(line.dropFirst(2))
        steps.append(Step(command: command, words: Self.words(command), expected: []))
      } else if let last = steps.indices.last {
        if line.hasPrefix("<<") {
          steps[last].input = (steps[last].input ?? "") + line.dropFirst(3) + "\n"
        } else {
          steps[last].expected.append(line)
        }
      }
    }
    // The newline at the end of the file is no line of the last output.
    if steps.last?.expected.last == "" { steps[steps.count - 1].expected.removeLast() }
  }

  /// The output of a run, in the form of the file.
  static func shown(_ finished: Program.Finished, in program: Program) -> [String] {
    var lines: [String] = []
    for text in [finished.output, finished.errors] where !text.isEmpty {
      var text = text
      if text.hasSuffix("\n") { text.removeLast() }
      lines += text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    if finished.status != 0 { lines.append("[exit \(finished.status)]") }
    return lines.map { line in
      replacingNow(in: line.replacing(program.folder, with: "<folder>"))
        .replacing(/[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}/, with: "<id>")
    }
  }

  /// Any minute but those of the samples, which are known.
  private static func replacingNow(in line: String) -> String {
    line.replacing(/20\d\d-\d\d-\d\d \d\d:\d\d/) { match in
      match.output.hasSuffix("08:30") ? String(match.output) : "<now>"
    }
  }

  private static func words(_ command: String) -> [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    for character in command {
      if character == "\"" {
        isQuoted.toggle()
        word = word ?? ""
      } else if character == " ", !isQuoted {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }
}
