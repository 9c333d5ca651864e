import StrataCore

/// The kinds of state, each with a demand of its own.
enum StateCategory: CaseIterable {
  case state
  case local
  case environment
  case preference

  /// The category of a property: that of its family, for a value that contexts have by key.
  init(of context: Context) {
    switch context.layout.attachment?.family {
    case AttachmentFamily.local: self = .local
    case AttachmentFamily.environment: self = .environment
    case AttachmentFamily.preference: self = .preference
    default: self = .state
    }
  }

  /// The category that a test has to demand to get reports about it.
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

  /// The noun for a change, in singular and plural.
  var nouns: (String, String) {
    self == .state ? ("property", "properties") : ("value", "values")
  }
}
