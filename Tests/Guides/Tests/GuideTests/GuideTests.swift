import ArticleOutput
import Testing

/// The code of the documentation compiles, and does what the documentation says.
@Suite(.serialized) struct GuideTests {
  @Test(arguments: Catalog.all)
  func everyArticleThatShowsSwiftHasItsCode(in catalog: Catalog) throws {
    let showing = try catalog.names.filter { try !catalog.document($0).blocks.isEmpty }
    #expect(showing == catalog.articles.keys.sorted())
  }

  @Test(arguments: Catalog.all.filter { $0.beginning == nil })
  func everyModuleHasAFirstTask(in catalog: Catalog) throws {
    #expect(try catalog.names.contains("GettingStarted"))
  }

  @Test(arguments: Catalog.all)
  func eachBlockOfSwiftIsPartOfTheArticlesCode(in catalog: Catalog) throws {
    for name in catalog.articles.keys.sorted() {
      let source = try catalog.source(name)
      for block in try catalog.document(name).blocks {
        #expect(
          source.contains(Document.significantLines(block)),
          "\(catalog.module), \(name): not in its code:\n\(block)"
        )
      }
    }
  }

  @Test(arguments: Catalog.all)
  func eachArticlePrintsWhatItSays(in catalog: Catalog) async throws {
    for (name, article) in catalog.articles.sorted(by: { $0.key < $1.key }) {
      let said = try catalog.document(name).output
      let printed = try await ArticleOutput.collect(article)
      #expect(printed == said, "\(catalog.module), \(name)")
    }
  }
}
