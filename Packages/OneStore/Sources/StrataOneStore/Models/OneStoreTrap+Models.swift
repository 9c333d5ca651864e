import StrataConcurrency

// Misuse of models and of their properties.
extension OneStoreTrap {
  static func noStore(_ declaration: CallSite) -> Never {
    fatalError(
      """
      \(declaration): ModelState can only be used from a Model with an injected store view. Do not call \
      the initializer of a model: take the model from a store (store.model), from its parent \
      (parent.$child), or from a view of the state (Child($state.child)).
      """
    )
  }

  static func wrongState(of reference: AnyObject, expected: Any.Type) -> Never {
    fatalError(
      """
      A model's @ModelState is of type \(expected), but its place is a \(type(of: reference)). Declare it \
      as @ModelState private var state: State, with the model's own State.
      """
    )
  }

  static func noModelState(_ model: Any.Type) -> Never {
    fatalError(
      """
      \(model) is missing a mandatory @ModelState member. Declare \
      @ModelState private var state: State in it.
      """
    )
  }

  static func severalModelStates(_ model: Any.Type) -> Never {
    fatalError(
      "\(model) declares @ModelState more than once. Keep one, and make the others properties of State."
    )
  }

  static func skippedModel(_ state: Any.Type) -> Never {
    fatalError(
      """
      Don't skip middle models when accessing sub model: the path does not lead to a @StateModel property \
      of \(state) itself. Go through the model between: model.$child.$grandchild.
      """
    )
  }
}
