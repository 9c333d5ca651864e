/// The texts with which misuse of this module ends the program.
///
/// By `fatalError`, for `precondition` says nothing in release builds.
enum OneStoreTrap {
  /// A function that a subclass has to have.
  static func abstract(_ function: StaticString = #function) -> Never {
    fatalError("StrataOneStore: \(function) is not there for this kind")
  }

  static func lostState(_ state: Any.Type) -> Never {
    fatalError("StrataOneStore: a \(state) is neither in its store nor was it removed")
  }
}
