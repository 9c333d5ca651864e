/// The messages of the errors that end the program.
enum SourceTrap {
  static func noInitialModel(_ type: Any.Type) -> Never {
    fatalError(
      """
      \(type) has no initial model. Make it a subclass of SourceOf, and declare initialModel with \
      the type of its model.
      """
    )
  }

  static func recursiveInitialModel(_ type: Any.Type) -> Never {
    fatalError(
      """
      \(type).initialModel asks for the model, which it is to be. Use other properties in it, or \
      set the model instead.
      """
    )
  }

  static func missingModel(_ type: Any.Type) -> Never {
    fatalError("A source has lost its model of \(type). This is a mistake in StrataSources.")
  }
}
