import CMachine
import Foundation
import Measuring

/// The stand-up keeper on a file of 100,000 meetings, beside Foundation, which reads and writes the same file.
///
/// The program is installed as for a user; `make bench` does that first. Each figure has the start of a process in it,
/// and Foundation's has not.
package enum ProgramRows {
  /// The program, from the root of the repository.
  package static let program = ".build-release/programs/bin/standups"

  static var all: [Workload] {
    [
      beside("list", .reading, budget: 1.5),
      beside("stats", .reading, budget: 1.5),
      beside("add", .changing, budget: 2),
      startUp,
    ]
  }

  private static let teams = 100
  private static let meetings = 1_000
  private static let size = "\(teams * meetings / 1_000),000 meetings"

  /// What Foundation does with the file meanwhile.
  private enum Peer { case reading, changing }

  /// A command beside Foundation, in turn, so that a disturbance of the machine affects both.
  private static func beside(_ command: String, _ peer: Peer, budget: Double) -> Workload {
    let work = peer == .reading ? "reads" : "reads and writes"
    return Workload(
      "standups \(command), \(size), beside Foundation that \(work) them",
      .plain,
      budget: budget
    ) {
      prepared { desk in
        var figures: [Double] = []
        for number in 0..<3 {
          guard let taken = desk.seconds(command, number) else { return nil }
          let start = now()
          let count = try peer == .reading ? desk.read().standups.count : desk.rewrite()
          figures.append(taken / (now() - start) * 1e9)
          guard count == teams + (command == "add" ? number + 1 : 0) else { return nil }
        }
        return figures
      }
    }
  }

  private static var startUp: Workload {
    Workload("standups --version, in all", .milliseconds, budget: 15) {
      prepared { desk in
        let figures = (0..<10).compactMap { desk.seconds("--version", $0).map { $0 * 1_000 } }
        return figures.count == 10 ? figures : nil
      }
    }
  }

  /// Measures with files of its own, and removes them; a command that fails or prints too little is a wrong result.
  private static func prepared(_ measure: (Desk) throws -> [Double]?) -> Prepared {
    do {
      let desk = try Desk()
      defer { desk.clear() }
      guard let figures = try measure(desk) else { return Prepared(isRight: false) { _ in } }
      return Prepared(isRight: true, figures: figures)
    } catch {
      return Prepared(isRight: false) { _ in }
    }
  }

  /// The program, a file of data, and the program's output.
  private struct Desk {
    let file: URL
    private let folder: URL
    private let output: URL

    init() throws {
      folder = FileManager.default.temporaryDirectory.appending(path: "bench-\(UUID())")
      file = folder.appending(path: "standups.json")
      output = folder.appending(path: "output")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      try PlainDocument(teams: teams, meetings: meetings).data().write(to: file)
    }

    func clear() { try? FileManager.default.removeItem(at: folder) }

    /// The processor time of a command in seconds, or `nil` if it fails or prints too little.
    func seconds(_ command: String, _ number: Int) -> Double? {
      let data = command == "--version" ? nil : "--data"
      let title = command == "add" ? "One more \(number)" : nil
      var seconds = 0.0
      let code = unsafe run_program(
        ProgramRows.program,
        command,
        data,
        data == nil ? nil : file.path,
        title,
        output.path,
        &seconds
      )
      let lines = (try? String(contentsOf: output, encoding: .utf8))?.split(separator: "\n") ?? []
      let expected = ["list", "stats"].contains(command) ? teams : 1
      return code == 0 && lines.count >= expected ? seconds : nil
    }

    func read() throws -> PlainDocument {
      try PlainDocument(data: try Data(contentsOf: file))
    }

    /// Adds a stand-up in memory, and writes the document to another file.
    ///
    /// - Returns: How many stand-ups there were before.
    func rewrite() throws -> Int {
      var document = try read()
      let count = document.standups.count
      document.standups.append(PlainDocument(teams: 1, meetings: 0).standups[0])
      try document.data().write(to: folder.appending(path: "other.json"), options: .atomic)
      return count
    }
  }
}

/// The program's document, as one would declare it for Foundation alone.
private struct PlainDocument: Codable {
  struct Settings: Codable {
    var defaultSeconds = 900
    var rings = true
  }

  struct Attendee: Codable {
    var id = UUID()
    var name: String
  }

  struct Turn: Codable {
    var name: String
    var seconds: Int
  }

  struct Note: Codable {
    var second: Int
    var speaker: String
    var text: String
  }

  struct Meeting: Codable {
    var id = UUID()
    var date = Date(timeIntervalSince1970: 1_795_000_000)
    var ending = "finished"
    var seconds = 475
    var turns: [Turn] = []
    var transcript: [Note] = []
  }

  struct Standup: Codable {
    var id = UUID()
    var handle: String
    var title: String
    var theme = "yellow"
    var plannedSeconds = 900
    var attendees = [Attendee(name: "Ada"), Attendee(name: "Grace")]
    var meetings: [Meeting]
  }

  var format = "standups"
  var version = 1
  var settings = Settings()
  var standups: [Standup]

  init(teams: Int, meetings: Int) {
    standups = (0..<teams).map { number in
      Standup(
        handle: "team-\(number)",
        title: "Team \(number)",
        meetings: (0..<meetings).map { _ in Meeting() }
      )
    }
  }

  init(data: Data) throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    self = try decoder.decode(PlainDocument.self, from: data)
  }

  func data() throws -> Data {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return try encoder.encode(self)
  }
}
