package import Strata

/// Shows a fact, and asks for another about the same number.
@Model package struct FactPromptModel {
  package let number: Int
  package private(set) var fact: String
  package private(set) var request = FactRequestModel()

  package init(number: Int, fact: String) {
    self.number = number
    self.fact = fact
  }

  /// Asks for another fact that replaces this one.
  package func anotherFactButtonTapped() {
    request.ask(about: number) { fact = $0 }
  }
}
