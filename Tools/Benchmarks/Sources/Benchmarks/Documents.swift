import ArgumentParser
import Foundation
import Measuring

/// The pages of the repository that show the results of a run.
struct Documents {
  private let root: URL

  static let results = "Tools/Benchmarks/RESULTS.md"
  static let reasons = "Tools/Benchmarks/WHY.md"
  static let building = "Tools/Benchmarks/building.json"
  static let article =
    "Packages/Core/Sources/StrataModels/StrataModels.docc/WhatThingsCost.md"
  static let overview = "README.md"

  /// The repository in whose root the tool was started.
  ///
  /// - Throws: `ValidationError` if it was started elsewhere.
  init(in folder: String = FileManager.default.currentDirectoryPath) throws {
    root = URL(filePath: folder, directoryHint: .isDirectory)
    guard FileManager.default.fileExists(atPath: root.appending(path: Self.reasons).path) else {
      throw ValidationError(
        "\(folder) is not the root of the repository: there is no \(Self.reasons)."
      )
    }
  }

  /// A page of tables.
  ///
  /// - Throws: ``ReportError`` if the stored results of built programs cannot be read.
  func page(of report: Report) throws -> Page {
    let building = root.appending(path: Self.building).path
    let exists = FileManager.default.fileExists(atPath: building)
    return Page(
      report: report,
      reasons: Reasons(contentsOf: root.appending(path: Self.reasons)),
      building: exists ? try Report(contentsOf: building) : nil
    )
  }

  /// Writes the results of a full run into all pages.
  ///
  /// - Returns: The pages, by their paths.
  /// - Throws: `ValidationError` if a page cannot be read or written, or lacks the marks of a table.
  func write(_ report: Report) throws -> [String] {
    let page = try page(of: report)
    try save(page.text, to: Self.results)
    try replace("prices", in: Self.article, with: Prices.article(of: report))
    try replace("performance", in: Self.overview, with: Prices.overview(of: report, page.results))
    return [Self.results, Self.article, Self.overview]
  }

  /// Stores the results of built programs.
  ///
  /// - Throws: `ValidationError` if the file cannot be written.
  func keep(building report: Report) throws {
    try save(report.json() + "\n", to: Self.building)
  }

  private func replace(_ mark: String, in path: String, with text: String) throws {
    let file = root.appending(path: path)
    guard let page = try? String(contentsOf: file, encoding: .utf8) else {
      throw ValidationError("\(path) cannot be read.")
    }
    guard let changed = MarkedPage(page).replacing(mark, with: text) else {
      throw ValidationError("\(path) has no place between <!-- \(mark): … --> and <!-- end -->.")
    }
    try save(changed, to: path)
  }

  private func save(_ text: String, to path: String) throws {
    do {
      try Data(text.utf8).write(to: root.appending(path: path), options: .atomic)
    } catch {
      throw ValidationError("\(path) cannot be written: \(error.localizedDescription)")
    }
  }
}
