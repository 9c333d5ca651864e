import StrataCore
import Synchronization

extension Model {
  /// The model of a property that is declared with `@StateModel`, or the container of models.
  ///
  /// A view that reads it is updated when models come, go or move, and not when one of them changes.
  ///
  /// - Returns: The models.
  public subscript<Models: ModelContainer>(
    dynamicMember keyPath: KeyPath<State, StateModel<Models>>
  ) -> Models {
    place.models(at: keyPath)
  }
}

extension Place {
  /// The table of a field.
  final func table<Models: ModelContainer>(
    at path: KeyPath<State, StateModel<Models>>
  ) -> ModelTable<Models>? {
    let kind = schema.kind(path) { Self.makeKind(path) }
    var number = kind.fieldNumber.load(ordering: .relaxed)
    if number < 0 {
      number = schema.field(at: path, in: liveState).number
      kind.fieldNumber.store(number, ordering: .relaxed)
    }
    let tables = tables
    guard number < tables.count else { return nil }
    // SAFETY: a table is made by its field, for the models that the field declares.
    return unsafe unsafeDowncast(tables[number], to: ModelTable<Models>.self)
  }

  /// The models of a field.
  final func models<Models: ModelContainer>(
    at path: KeyPath<State, StateModel<Models>>
  ) -> Models {
    guard let table = table(at: path) else { OneStoreTrap.skippedModel(State.self) }
    return table.makeModels(isObserved: true)
  }
}
