import ArticleOutput
import Strata

@Model struct ButtonModel {
  let onTap: @Sendable () -> Void
}

@Model struct PanelModel {
  var taps = 0
  var button: ButtonModel?

  func addButton() {
    button = ButtonModel { taps += 1 }  // captures self, which holds no anchor
  }
}

@Model struct LetterModel {
  var isLoading = false
  var text: String?

  func load() {
    node.task {
      isLoading = true
      defer { isLoading = false }
      text = try? await fetch()
    }
  }

  private func fetch() async throws -> String {
    try await node.continuousClock.sleep(for: .seconds(1))
    return "Dear reader"
  }
}

@Sendable func lifeOfATree() async throws {
  let (panel, anchor) = PanelModel().returningAnchor()
  panel.button = ButtonModel { panel.taps += 1 }  // keeps nothing alive
  panel.button?.onTap()
  print(panel.taps)  // 1
  panel.addButton()
  panel.button?.onTap()
  print(panel.taps)  // 2
  withExtendedLifetime(anchor) {}
}
