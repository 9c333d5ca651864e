import ArticleOutput
import Strata

@Model struct BookModel {
  var title = ""
}

@Model struct BookcaseModel {
  var books: [BookModel] = []
}

actor Library {
  private let tree = ConfinedTree(BookcaseModel())

  func add(_ title: String) {
    tree.withModel { bookcase in bookcase.books.append(BookModel(title: title)) }
  }

  func titles(containing word: String) -> [String] {
    tree.withModel { bookcase in bookcase.books.map(\.title).filter { $0.contains(word) } }
  }
}

@Sendable func confinedTrees() async throws {
  let library = Library()
  await library.add("On Growth and Form")
  await library.add("The Form of Space")
  await library.add("Gödel, Escher, Bach")
  print(await library.titles(containing: "Form").count)  // 2
}
