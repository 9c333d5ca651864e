import SwiftDiagnostics
import SwiftSyntax

/// The texts of all rejections by the macros, in one file.
struct MacroDiagnostic: DiagnosticMessage, Equatable {
  let message: String
  let diagnosticID: MessageID
  let severity: DiagnosticSeverity

  private init(_ id: String, _ message: String, _ severity: DiagnosticSeverity = .error) {
    self.message = message
    self.severity = severity
    diagnosticID = MessageID(domain: "Strata", id: id)
  }

  func at(_ node: some SyntaxProtocol, fixIts: [FixIt] = []) -> Diagnostic {
    Diagnostic(node: node, message: self, fixIts: fixIts)
  }

  // MARK: Types

  static let needsStruct = MacroDiagnostic("needsStruct", "Requires type to be struct")

  static let needsStructOrEnum = MacroDiagnostic(
    "needsStructOrEnum",
    "Requires type to be either struct or enum"
  )

  static let needsEnum = MacroDiagnostic("needsEnum", "Requires type to be enum")

  static let isolatedModel = MacroDiagnostic(
    "isolatedModel",
    "A model cannot belong to an actor: it is read and written from any thread. Isolate functions"
  )

  static let parameterPack = MacroDiagnostic(
    "parameterPack",
    """
    A model cannot be generic over a parameter pack: programs that make key paths into such types \
    end with the runtime of Swift 6.3
    """
  )

  static func hiddenType(_ macro: String) -> MacroDiagnostic {
    MacroDiagnostic(
      "hiddenType",
      """
      @\(macro) writes an extension, which cannot reach a type that is private to another one: make \
      it 'fileprivate'
      """
    )
  }

  static let localModel = MacroDiagnostic(
    "localModel",
    """
    A model cannot be declared in a function: Swift adds no conformance to a local type by macro. \
    Declare it in a type or at the top of the file
    """
  )

  static func hiddenModule(_ name: String) -> MacroDiagnostic {
    MacroDiagnostic(
      "hiddenModule",
      "The code that @Model writes names the module '\(name)', which this type hides: rename it"
    )
  }

  // MARK: Properties of models

  static let severalProperties = MacroDiagnostic(
    "severalProperties",
    "A model's properties are declared one by one: a macro sees only one property at a time"
  )

  static let tuplePattern = MacroDiagnostic(
    "tuplePattern",
    """
    A model's properties are declared one by one, not by a tuple: give each a declaration of its own
    """
  )

  static let lazyProperty = MacroDiagnostic(
    "lazyProperty",
    """
    A model cannot have lazy properties: reading one changes the struct, and a model is a handle \
    that never changes. Make it a computed property, or one that 'onActivate()' sets
    """
  )

  static func reference(_ kind: String) -> MacroDiagnostic {
    MacroDiagnostic(
      "reference",
      """
      A model cannot have \(kind) properties: their values live in the model's tree, which holds \
      them strongly. Hold a closure or a value that refers to the object \(kind == "weak" ? "weakly" : "without owning it")
      """
    )
  }

  static let isolatedProperty = MacroDiagnostic(
    "isolatedProperty",
    """
    A model's property cannot belong to an actor: models are read and written from any thread. \
    Isolate functions
    """
  )

  static let conditionalProperty = MacroDiagnostic(
    "conditionalProperty",
    """
    A model's stored properties cannot depend on '#if': a macro does not know which branch is \
    compiled. Declare the property always, and make its use conditional
    """
  )

  static let lazyMember = MacroDiagnostic(
    "lazyMember",
    """
    A container cannot have lazy properties: looking for models would make their values. Make it a \
    computed property, or one with a value from the beginning
    """
  )

  static func ownedByItself(_ name: String) -> MacroDiagnostic {
    MacroDiagnostic(
      "ownedByItself",
      """
      A model cannot hold a model of its own kind in each instance: there would be no last one. Make \
      the property optional, as '\(name)?', or a collection
      """
    )
  }

  static func hiddenIdentity(_ name: String, _ property: String) -> MacroDiagnostic {
    MacroDiagnostic(
      "hiddenIdentity",
      """
      Swift does not find the identity of '\(name)' while it infers the type of '\(property)': declare \
      '\(name): Identifiable', or write the type of '\(property)'
      """,
      // A later compiler may find it.
      .warning
    )
  }

  static let mutatingSetter = MacroDiagnostic(
    "mutatingSetter",
    """
    A setter of a model does not change the handle, which may be a 'let': write 'nonmutating set'
    """
  )

  static let mutatingFunction = MacroDiagnostic(
    "mutatingFunction",
    """
    A function of a model does not change the handle, which may be a 'let': it needs no 'mutating'
    """
  )

  static let uncalledActivation = MacroDiagnostic(
    "uncalledActivation",
    """
    The tree calls 'func onActivate()' only: write it without 'async', 'throws', parameters and a result, and \
    begin asynchronous work in it with 'node.task { … }'
    """
  )

  static func unknownEvent(_ name: String, _ known: String) -> MacroDiagnostic {
    MacroDiagnostic(
      "unknownEvent",
      "'Event' has no case '\(name)': did you mean '\(known)'?",
      // A member that an extension adds is not seen here.
      .warning
    )
  }

  static func unkeyedMemoization(_ name: String) -> MacroDiagnostic {
    MacroDiagnostic(
      "unkeyedMemoization",
      """
      The cached value has no key, so it stays the same for each '\(name)': write \
      'node.memoize(for: \(name))', or read what it depends on inside the closure
      """,
      // It may be the same each time.
      .warning
    )
  }

  // MARK: Members that the macros write

  static func reservedName(_ name: String) -> MacroDiagnostic {
    MacroDiagnostic(
      "reservedName",
      "'\(name)' is written by @Model: remove this one, or remove @Model and write all of them"
    )
  }

  static func uncomparableProperty(_ type: String, isHashed: Bool) -> MacroDiagnostic {
    let (kind, operation, functions) =
      isHashed
      ? ("Hashable", "hashed", "'==' and 'hash(into:)'") : ("Equatable", "compared", "'=='")
    return MacroDiagnostic(
      "uncomparableProperty",
      """
      A value of type '\(type)' cannot be \(operation): give the property a type that is \(kind), or \
      write \(functions) in the model's body
      """
    )
  }

  static let equalWithoutHash = MacroDiagnostic(
    "equalWithoutHash",
    "'hash(into:)' has to cover exactly what this '==' compares: write it by hand too"
  )

  static let hashWithoutEqual = MacroDiagnostic(
    "hashWithoutEqual",
    "'==' has to compare exactly what this 'hash(into:)' covers: write it by hand too"
  )

  // MARK: Dependencies

  static let constantDependency = MacroDiagnostic(
    "constantDependency",
    "A dependency is asked for at each use, and may differ then: it cannot be a 'let'"
  )

  static let staticDependency = MacroDiagnostic(
    "staticDependency",
    "A dependency depends on a model's place in the tree: it belongs to the model, not to its type"
  )

  static let initializedDependency = MacroDiagnostic(
    "initializedDependency",
    """
    A dependency has no initial value: its key declares the default, and 'withDependencies' \
    overrides it
    """
  )

  static let computedDependency = MacroDiagnostic(
    "computedDependency",
    "@ModelDependency writes the accessor: a computed or observed property cannot be a dependency"
  )

  static let untypedDependency = MacroDiagnostic(
    "untypedDependency",
    "A dependency's type has to be written: a macro cannot look it up"
  )

  static let capturedDependency = MacroDiagnostic(
    "capturedDependency",
    """
    @Dependency reads what is in force where the model is made, and misses what is overridden at the \
    model's place in the tree: use @ModelDependency
    """
  )

  static func homelessDependency(_ kind: String) -> MacroDiagnostic {
    MacroDiagnostic(
      "homelessDependency",
      "@ModelDependency reads what a model's place in the tree has; \(kind) has none. Use @Dependency"
    )
  }

  static let uselessUnrecorded = MacroDiagnostic(
    "uselessUnrecorded",
    """
    @Unrecorded marks a stored 'var' of a struct with @Model. For other values, name the property in \
    RecordingLimits
    """
  )

  // MARK: Cases

  static func overloadedCase(_ name: String) -> MacroDiagnostic {
    MacroDiagnostic(
      "overloadedCase",
      "A case path is found by its case's name, and there is more than one case named '\(name)'"
    )
  }
}
