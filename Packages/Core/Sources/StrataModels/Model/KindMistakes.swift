@_spi(Strata) import StrataConcurrency
import StrataCore

/// The mistakes in the declaration of a type of model that show when one of its models joins a tree.
///
/// Each test that meets a mistake receives its report, whatever other tests have met before.
final class KindMistakes: Sendable {
  /// A property whose models would not be found.
  struct HiddenModel: Sendable {
    let diagnostic: ModelDiagnostic
    let declaration: CallSite

    func report() { ReportSink.reportOnce(diagnostic.message, at: declaration, isNear: false) }
  }

  private let hidden: [HiddenModel]
  /// The constants that could contain models.
  private let constants: Set<String>
  private let declaration: CallSite

  /// Examines the stored properties of a type of model; `nil` if there is nothing to check, as for most types.
  ///
  /// - Parameters:
  ///   - hidden: The properties of the tree in which models are hidden.
  ///   - kind: The kind.
  ///   - declaration: The line of its declaration, if none of its properties says so.
  init?<M: Model>(_ hidden: [HiddenModel], in kind: M.Type, declaredAt declaration: CallSite) {
    let parts = M.isMoreThanItsNode ? StoredParts.parts(of: kind) : []
    constants = Set(parts.lazy.filter { $0.type is any ModelContainer.Type }.map(\.name))
    guard !(constants.isEmpty && hidden.isEmpty) else { return nil }
    self.hidden = hidden
    self.declaration = declaration
  }

  /// Reports the hidden models, and the first model in a constant that is in no tree.
  ///
  /// A constant is not part of the tree: it may refer to a model that is active elsewhere, such as the parent. A
  /// constant with a model of its own that no caller has anchored is a mistake.
  func report<M: Model>(in model: M) {
    for models in hidden { models.report() }
    guard !constants.isEmpty else { return }
    for child in Mirror(reflecting: model).children {
      guard let name = child.label, constants.contains(name),
        let container = child.value as? any ModelContainer
      else { continue }
      var stray: String?
      container.forEachContext { context in
        if context.currentPhase == .detached { stray = context.layout.name }
      }
      guard let stray else { continue }
      let layout = M.modelLayout.layout
      let mistake = ModelDiagnostic.constantModel("\(layout.name).\(name)", stray)
      let place = layout.slots.first?.declaration ?? declaration
      return ReportSink.reportOnce(mistake.message, at: place, isNear: false)
    }
  }
}
