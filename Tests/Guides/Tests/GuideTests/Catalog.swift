import ArticleOutput
import BridgesGuide
import ConcurrencyGuide
import DependenciesGuide
import EventsGuide
import ExtensionsGuide
import Foundation
import MacrosGuide
import ModelsGuide
import ModelsTestingGuide
import RenderingGuide
import SourcesGuide
import StoresGuide
import TestingGuide
import UpdatesGuide
import UpdatesTestingGuide

/// The documentation of one module, and the code that belongs to it.
struct Catalog: Sendable, CustomStringConvertible {
  let module: String
  let package: String
  let guide: String
  let articles: [String: Article]
  /// The module whose catalog has the first task, if it is not this one's.
  let beginning: String?

  var description: String { module }

  static let all = [
    Catalog("StrataBridges", in: "Bridges", "BridgesGuide", bridgesArticles),
    Catalog("StrataConcurrency", in: "Concurrency", "ConcurrencyGuide", concurrencyArticles),
    Catalog("StrataDependencies", in: "Dependencies", "DependenciesGuide", dependenciesArticles),
    Catalog("StrataEvents", in: "Events", "EventsGuide", eventsArticles),
    Catalog("StrataExtensions", in: "Extensions", "ExtensionsGuide", extensionsArticles),
    Catalog("Strata", in: "Macros", "MacrosGuide", macrosArticles),
    Catalog("StrataModels", in: "Core", "ModelsGuide", modelsArticles),
    Catalog(
      "StrataModelsTesting",
      in: "Testing",
      "ModelsTestingGuide",
      modelsTestingArticles,
      beginsIn: "StrataTesting"
    ),
    Catalog("StrataRendering", in: "Core", "RenderingGuide", renderingArticles),
    Catalog("StrataSources", in: "Sources", "SourcesGuide", sourcesArticles),
    Catalog("StrataStores", in: "Stores", "StoresGuide", storesArticles),
    Catalog("StrataTesting", in: "Testing", "TestingGuide", testingArticles),
    Catalog("StrataUpdates", in: "Updates", "UpdatesGuide", updatesArticles),
    Catalog(
      "StrataUpdatesTesting",
      in: "Testing",
      "UpdatesTestingGuide",
      updatesTestingArticles,
      beginsIn: "StrataUpdates"
    ),
  ]

  init(
    _ module: String,
    in package: String,
    _ guide: String,
    _ articles: [String: Article],
    beginsIn beginning: String? = nil
  ) {
    self.module = module
    self.package = package
    self.guide = guide
    self.articles = articles
    self.beginning = beginning
  }

  private static let guides = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private var folder: URL {
    Self.guides.deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Packages/\(package)/Sources/\(module)/\(module).docc")
  }

  /// The names of the catalog's articles, without the ending.
  var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".md") }.map { String($0.dropLast(3)) }.sorted()
    }
  }

  func document(_ name: String) throws -> Document {
    let url = folder.appendingPathComponent("\(name).md")
    return Document(try String(contentsOf: url, encoding: .utf8))
  }

  /// The lines of an article's code that are not blank, without their indentation.
  func source(_ name: String) throws -> [String] {
    let url = Self.guides.appendingPathComponent("Sources/\(guide)/\(name).swift")
    return Document.significantLines(try String(contentsOf: url, encoding: .utf8))
  }
}
