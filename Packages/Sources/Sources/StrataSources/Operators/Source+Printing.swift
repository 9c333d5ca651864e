/// The destination of `_printingUpdates()`.
public enum UpdatePrinting: Sendable {
  @TaskLocal private static var scoped: (@Sendable (String) -> Void)?

  static var current: @Sendable (String) -> Void { scoped ?? { print($0) } }

  /// Runs a closure in which sources are made that print to a function instead of standard output.
  ///
  /// - Returns: The value that `operation` returns.
  /// - Throws: The error that `operation` throws.
  public static func with<Result>(
    _ output: @escaping @Sendable (String) -> Void,
    operation: () throws -> Result
  ) rethrows -> Result {
    try $scoped.withValue(output, operation: operation)
  }
}

extension Source {
  // The leading underscore is the name's own: a call is meant to look temporary.
  // swift-format-ignore: NoLeadingUnderscores
  /// Prints each update, and passes it on unchanged: for debugging.
  public func _printingUpdates() -> Source<Model> {
    _printingUpdates { model, isInitial in
      "Source<\(Model.self)> \(isInitial ? "initial model" : "updated"): \(model)"
    }
  }

  // swift-format-ignore: NoLeadingUnderscores
  /// Prints a text for each update, and passes the update on unchanged.
  public func _printingUpdates(_ describe: @escaping @Sendable (Model) -> String) -> Source<Model> {
    _printingUpdates { model, _ in describe(model) }
  }

  // swift-format-ignore: NoLeadingUnderscores
  /// Prints a text for each update, and passes the update on unchanged.
  ///
  /// - Parameter describe: Is given the model, and whether it is the initial one.
  /// - Returns: The source.
  public func _printingUpdates(
    _ describe: @escaping @Sendable (Model, Bool) -> String
  ) -> Source<Model> {
    let output = UpdatePrinting.current
    return OperatorSource(
      self,
      first: { model in
        output(describe(model, true))
        return model
      },
      next: { model, _ in
        output(describe(model, false))
        return model
      }
    ).eraseToSource()
  }
}
