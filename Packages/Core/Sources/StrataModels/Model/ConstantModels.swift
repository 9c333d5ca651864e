import StrataConcurrency
import StrataCore
import Synchronization

/// The constants of a type of model that could contain models.
///
/// A constant is not part of the tree: it may refer to a model that is active elsewhere, such as the parent. A
/// constant with a model of its own that no caller has anchored is a mistake.
final class ConstantModels: Sendable {
  private let names: Set<String>
  private let declaration: CallSite
  private let isReported = Atomic<Bool>(false)

  /// Examines the stored properties of a type of model; `nil` if there is nothing to check, as for most types.
  ///
  /// - Parameters:
  ///   - kind: The kind.
  ///   - declaration: The line of its declaration, if none of its properties says so.
  init?<M: Model>(of kind: M.Type, declaredAt declaration: CallSite) {
    guard M.isMoreThanItsNode else { return nil }
    let constants = StoredParts.parts(of: kind).filter { $0.type is any ModelContainer.Type }
    guard !constants.isEmpty else { return nil }
    names = Set(constants.map(\.name))
    self.declaration = declaration
  }

  /// Reports the first model in a constant that is in no tree, once for each kind.
  func check<M: Model>(_ model: M) {
    guard !isReported.load(ordering: .relaxed) else { return }
    for child in Mirror(reflecting: model).children {
      guard let name = child.label, names.contains(name),
        let container = child.value as? any ModelContainer
      else { continue }
      var stray: String?
      container.forEachContext { context in
        if context.currentPhase == .detached { stray = context.layout.name }
      }
      guard let stray, !isReported.exchange(true, ordering: .relaxed) else { continue }
      let layout = M.modelLayout.layout
      ModelDiagnostic.constantModel("\(layout.name).\(name)", stray)
        .report(at: layout.slots.first?.declaration ?? declaration)
    }
  }
}
