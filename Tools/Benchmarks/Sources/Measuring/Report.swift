import Foundation

/// The figures of a whole run, as they are saved and compared.
package struct Report: Codable, Sendable {
  /// The machine and the sources of the run.
  package struct Machine: Codable, Sendable {
    package var processor: String
    package var cores: Int
    package var system: String
    package var toolchain: String
    package var commit: String
    package var date: String
    /// How many threads wanted a core when the run began; with more than there are, figures scatter.
    package var load: Double?

    package init(
      processor: String,
      cores: Int,
      system: String,
      toolchain: String,
      commit: String,
      date: String,
      load: Double? = nil
    ) {
      self.processor = processor
      self.cores = cores
      self.system = system
      self.toolchain = toolchain
      self.commit = commit
      self.date = date
      self.load = load
    }
  }

  package var machine: Machine
  /// How many rounds each workload was given.
  package var rounds: Int
  package var rows: [MeasuredRow]

  package init(machine: Machine, rounds: Int, rows: [MeasuredRow]) {
    self.machine = machine
    self.rounds = rounds
    self.rows = rows
  }

  /// The report as text that ``init(contentsOf:)`` reads.
  ///
  /// - Throws: The encoder's error.
  package func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  /// Reads a report from a file.
  ///
  /// - Throws: ``ReportError`` with the path and the fault.
  package init(contentsOf path: String) throws {
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: path))
    } catch {
      throw ReportError(path: path, what: "cannot be read: \(error.localizedDescription)")
    }
    do {
      self = try JSONDecoder().decode(Report.self, from: data)
    } catch {
      throw ReportError(path: path, what: "is no report of this tool; write one with --json")
    }
  }
}

/// Names a file that is no report, with the reason.
package struct ReportError: Error, CustomStringConvertible {
  package let path: String
  package let what: String

  package var description: String { "\(path) \(what)" }
}
