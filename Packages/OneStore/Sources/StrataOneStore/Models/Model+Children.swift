import StrataCore
import Synchronization

extension Model {
  /// The model of a property that is declared with `@StateModel`, or the container of models.
  ///
  /// A view that reads it is updated when models come, go or move, and not when one of them changes.
  ///
  /// - Returns: The models.
  @inlinable
  public subscript<Models: ModelContainer>(
    dynamicMember keyPath: KeyPath<State, StateModel<Models>>
  ) -> Models {
    guard let reference = unsafe ModelSchema.reference(in: self) else { return models(at: keyPath) }
    let models: Models? = unsafe reference._withUnsafeGuaranteedRef { reference in
      guard let table = reference.presentModels(of: ObjectIdentifier(Models.self), at: keyPath)
      else { return nil }
      defer { table.endRead() }
      return unsafe table.made.assumingMemoryBound(to: Models.self).pointee
    }
    return models ?? self.models(at: keyPath)
  }

  /// The models of a property, made if they have not been made for the present structure.
  @usableFromInline
  func models<Models: ModelContainer>(at keyPath: KeyPath<State, StateModel<Models>>) -> Models {
    place.models(at: keyPath)
  }
}

extension PlaceReference {
  /// Begins a read of the models of a property, if they have been made for the present structure.
  ///
  /// - Returns: What has them, with its lock taken until `endRead()`; `nil` if the models have to be found another way.
  @usableFromInline
  final func presentModels(of type: ObjectIdentifier, at path: AnyKeyPath) -> ChildTable? {
    guard stateType != nil, let kind = KindCache.find(path) else { return nil }
    // SAFETY: places alone have a type of state.
    let place = unsafe unsafeDowncast(self, to: AnyPlace.self)
    let number = kind.fieldNumber.load(ordering: .relaxed)
    guard number >= 0, !place.store.isTested, number < place.tables.count else { return nil }
    let table = place.tables[number]
    guard table.modelsType == type else { return nil }
    if place.store.hasEnded { return nil }
    if Self.areReadsNoted {
      table.observeStructure()
      if place.store.isOverridden { return nil }
    }
    guard table.beginRead() else { return nil }
    if !place.store.isBeingChanged { return table }
    table.endRead()
    return nil
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
    let isLast = store.hasEnded || isRemnant.load(ordering: .acquiring)
    return isLast ? table.makeLast(liveState) : table.makeModels(isObserved: true)
  }
}
