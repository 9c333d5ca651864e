import StrataOneStore

// Declarations that the document's samples use and do not show.

struct AppModel: Model {
  struct State: Equatable {
    @StateModel<FactPromptModel> var factPrompt = .init(count: 2, fact: "")
  }

  @ModelState private var state: State
}

struct Sound: DependencyKey, Equatable {
  var name: String

  static let disabled = Sound(name: "disabled")
  static let liveValue = Sound(name: "live")
  static let testValue = Sound(name: "test")
}

extension DependencyValues {
  var sound: Sound {
    get { self[Sound.self] }
    set { self[Sound.self] = newValue }
  }
}
