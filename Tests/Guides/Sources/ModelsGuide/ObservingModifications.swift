import ArticleOutput
import Strata

@Model struct PaperSection {
  var text = ""
}

@Model struct Paper {
  var title = ""
  var scroll = 0
  var sections: [PaperSection] = []
  var isSaved = true

  func onActivate() {
    node.excludeFromModifications(\.scroll, \.isSaved)
    node.forEach(node.observeModifications()) { isSaved = false }
  }
}

@Sendable func observingModifications() async throws {
  let paper = Paper().withAnchor()
  paper.title = "Blob"
}
