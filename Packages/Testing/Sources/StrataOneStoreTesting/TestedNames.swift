import StrataConcurrency
import StrataCore
@_spi(Strata) import StrataOneStore
import StrataTesting

/// The variables of a test that show the models of its store.
final class TestedNames: Sendable {
  private struct Contents: Sendable {
    var variables: [ContextID: String] = [:]
  }

  private let contents = Locked(Contents(), rank: .leaf)
  /// The line that has made the store.
  private let callSite: CallSite

  init(storeMadeAt callSite: CallSite) { self.callSite = callSite }

  /// Notes that a line of the test declares a variable for a model.
  func note(variableAt place: CallSite, for model: Context) {
    guard let name = TestSession.variable(declaredWith: "@TestModel", at: place) else { return }
    contents.withLock { $0.variables[model.id] = name }
  }

  /// The variable of a model, if the test has declared one.
  func variable(of model: ContextID) -> String? { contents.withLock { $0.variables[model] } }

  /// The names that are taken.
  fileprivate var variables: Set<String> { contents.withLock { Set($0.variables.values) } }

  /// The source text for the store.
  var store: String {
    TestSession.expression(madeBy: ["TestStore(", "TestStore<"], at: callSite, orElse: "store")
  }
}

/// The lines that a failure suggests, which declare variables as they need them.
struct SuggestedLines {
  private(set) var lines: [String] = []
  private let names: TestedNames
  private var declared: [ContextID: String] = [:]
  private var taken: Set<String>

  init(_ names: TestedNames) {
    self.names = names
    taken = names.variables
  }

  var indented: String { lines.map { "  \($0)" }.joined(separator: "\n") }

  mutating func add(_ line: String) { lines.append(line) }

  /// The variable of a model; declared by a line if the test has none.
  ///
  /// - Parameters:
  ///   - model: The model's context.
  ///   - kind: The kind of model.
  ///   - path: What follows `store.model` in the expression that leads to it; `nil` if there is none.
  /// - Returns: The variable's name.
  mutating func variable(of model: ContextID, kind: String, path: String?) -> String {
    if let name = names.variable(of: model) ?? declared[model] { return name }
    let base = kind.asVariable
    var name = base
    var number = 2
    while !taken.insert(name).inserted {
      name = "\(base)\(number)"
      number += 1
    }
    declared[model] = name
    let value = path.map { "\(names.store).model\($0)" } ?? "<#\(kind)#>"
    lines.append("@TestModel var \(name) = \(value)")
    return name
  }

  /// Adds the line that asserts how the whole state has changed.
  mutating func assertChange<Models: ModelContainer>(
    of models: Models.Type,
    _ root: ContextID,
    from asserted: Models.Container,
    to state: Models.Container
  ) {
    let isModel = models is any Model.Type
    let kind = isModel ? "\(models)" : "Models"
    let name = variable(of: root, kind: kind, path: "")
    let changes = StateChanges.lines("$0", from: asserted, to: state)
    if changes.count == 1, let change = changes.first {
      lines.append("await $\(name).assert { \(change) }")
    } else {
      lines += ["await $\(name).assert {"] + changes.map { "  \($0)" } + ["}"]
    }
  }
}

extension String {
  /// `appModel` for `AppModel`, `pair` for `Pair<Int>`.
  fileprivate var asVariable: String {
    let name = prefix { $0 != "<" }
    return name.prefix(1).lowercased() + name.dropFirst()
  }
}
