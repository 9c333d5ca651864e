import StrataCore
import StrataExtensions

/// A container that finds its elements by their ids.
private protocol FindingElementsByID {
  /// Whether it contains a model and does not find it by its id.
  func loses(_ model: Context) -> Bool
}

extension IdentifiedArray: FindingElementsByID where Element: ContextContainer & Identifiable {
  fileprivate func loses(_ model: Context) -> Bool {
    indices.contains { position in
      var isOf = false
      self[position].forEachContext { isOf = isOf || $0 === model }
      guard isOf, let id = self[position].id as? ID else { return false }
      return index(id: id) != position
    }
  }
}

extension ModelNode {
  /// Reports that a model's `id` was changed while an identified array contains the model.
  ///
  /// The array finds the model by the id with which it was added. The macro calls this after each write of a variable
  /// `id`; accessors that you write by hand should as well.
  ///
  /// - Complexity: O(1) if no identified array contains the model, else O(number of its elements).
  public func noteChangedID() {
    withoutTracking {
      let holders = context.holders { $0 is any FindingElementsByID.Type }
      for holder in holders {
        guard let value = holder.value as? any FindingElementsByID, value.loses(context) else {
          continue
        }
        ModelDiagnostic.changedID(context.layout.name, in: holder.name).report(near: .thisLine())
      }
    }
  }
}
