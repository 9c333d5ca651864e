package import ArgumentParser
import Foundation
import StandupsData
import StandupsFeatures
import StrataDependencies
import StrataStores

/// `standups import`.
package struct ImportCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Take over stand-ups from a JSON or CSV file.",
    discussion: """
      JSON is what `export` writes, meetings included. CSV is a table with the columns \
      title, length, theme, attendees (and handle); several names stand in one field with \
      semicolons between them. Stand-ups that are there already are updated, none is removed. \
      If one row is wrong, nothing is imported and each wrong row is named by its line.

      EXAMPLE
        standups import team.csv
      """
  )

  /// The format of a file.
  package enum Format: String, ExpressibleByArgument, CaseIterable, Sendable {
    case json
    case csv
  }

  @Argument(
    help: "The file; - reads standard input.",
    completion: .file(extensions: ["json", "csv"])
  )
  var file: String

  @Option(name: .shortAndLong, help: "What the file holds; found out by itself unless given.")
  var format: Format?

  @Flag(name: .customLong("dry-run"), help: "Say what would be imported, and import nothing.")
  var isTrial = false

  @OptionGroup var shared: SharedOptions

  package init() {}

  package func run() async throws {
    let (merge, name) = try await merge()
    let summary = try isTrial ? tryOut(merge) : carryOut(merge)
    do {
      try shared.printer.print(ImportReport(summary, isTrial: isTrial)) { _ in
        ImportScreen.lines(summary, from: name, isTrial: isTrial)
      }
    } catch let failure as ChannelFailure where !isTrial && summary.changesSomething {
      throw failure.afterChange
    }
  }

  private typealias Merge = (inout StandupsDocument) throws(StandupsError) -> ImportSummary

  /// Reads the file; a function of its own, so that its bytes are released before a document is written.
  private func merge() async throws -> (merge: Merge, name: String) {
    let (bytes, name) = try await NamedInput.read(file)
    switch format ?? guess(bytes) {
    case .json:
      let imported = try StandupsDocument(json: bytes, path: name)
      return ({ $0.merge(imported) }, name)
    case .csv:
      let rows = try TeamTable.rows(in: bytes, path: name)
      @Dependency(\.uuid) var uuid
      let makeID = { uuid() }
      let merge: Merge = { document throws(StandupsError) in
        try document.merge(rows, makeID: makeID)
      }
      return (merge, name)
    }
  }

  private func tryOut(
    _ merge: Merge
  ) throws(StandupsError) -> ImportSummary {
    var document = try shared.location.readDesk().documents.state.document ?? StandupsDocument()
    return try merge(&document)
  }

  private func carryOut(
    _ merge: Merge
  ) throws(StandupsError) -> ImportSummary {
    let documents = shared.makeDesk().documents
    documents.change { document throws(StandupsError) in .imported(try merge(&document)) }
    if let failure = documents.state.failure { throw failure }
    guard case .imported(let summary) = documents.state.change else { return ImportSummary() }
    return summary
  }

  /// By the name, or else by the first character: a document begins with a brace.
  private func guess(_ bytes: [UInt8]) -> Format {
    let name = file.lowercased()
    if name.hasSuffix(".json") { return .json }
    if name.hasSuffix(".csv") { return .csv }
    let first = bytes.first { !($0 == 0x20 || (0x09...0x0D).contains($0)) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[") ? .json : .csv
  }
}
