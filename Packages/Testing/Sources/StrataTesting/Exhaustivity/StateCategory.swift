import StrataCore

/// What kinds of state there are, each with a demand of its own.
enum StateCategory: CaseIterable {
  case state
  case local
  case environment
  case preference

  /// The category of a property: that of its family, for a value that contexts have by key.
  init(of context: Context) {
    switch context.layout.cell?.family {
    case CellFamily.local: self = .local
    case CellFamily.environment: self = .environment
    case CellFamily.preference: self = .preference
    default: self = .state
    }
  }

  /// What a test has to demand to be told.
  var demand: Exhaustivity {
    switch self {
    case .state: .state
    case .local: .local
    case .environment: .environment
    case .preference: .preference
    }
  }

  var kind: TestFailure.Kind {
    switch self {
    case .state: .state
    case .local: .local
    case .environment: .environment
    case .preference: .preference
    }
  }

  /// The first words of what is said.
  var title: String {
    switch self {
    case .state: "State"
    case .local: "Local values"
    case .environment: "Environment"
    case .preference: "Preferences"
    }
  }

  /// What changed, one and several.
  var nouns: (String, String) {
    self == .state ? ("property", "properties") : ("value", "values")
  }
}

extension Context {
  /// The context that a test knows: the owner of a value that is had by key, else this one.
  var owner: Context { cellOwner ?? self }
}
