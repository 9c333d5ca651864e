import StrataConcurrency

/// What the wrappers in a model keep: the place that the model shows, or that there is none.
// SAFETY: a constant; subclasses state their own reasons.
@usableFromInline
class PlaceReference: @unchecked Sendable {
  /// The type of state of the place; `nil` if there is no place.
  let stateType: ObjectIdentifier?

  init(stateType: ObjectIdentifier?) {
    self.stateType = stateType
  }

  /// The place, as one of a type of state.
  func place<State>(of type: State.Type) -> Place<State> {
    guard let place = self as? Place<State> else {
      OneStoreTrap.wrongState(of: self, expected: State.self)
    }
    return place
  }

  /// The place, without its type.
  var anyPlace: AnyPlace {
    guard let place = self as? AnyPlace else {
      OneStoreTrap.wrongState(of: self, expected: Any.self)
    }
    return place
  }
}

/// Stands for the place of a model that was made outside of a store.
// SAFETY: a constant.
final class MissingPlace: PlaceReference, @unchecked Sendable {
  private let declaration: CallSite

  init(at declaration: CallSite) {
    self.declaration = declaration
    super.init(stateType: nil)
  }

  override func place<State>(of type: State.Type) -> Place<State> {
    OneStoreTrap.noStore(declaration)
  }

  override var anyPlace: AnyPlace { OneStoreTrap.noStore(declaration) }
}
