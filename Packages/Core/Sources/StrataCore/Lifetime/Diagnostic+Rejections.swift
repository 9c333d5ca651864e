extension Diagnostic {
  /// A context was put where it cannot be.
  ///
  /// - Parameters:
  ///   - reason: The reason.
  ///   - child: The context's kind.
  ///   - place: The slot that contains it.
  ///   - remains: Whether it is still in the value, because the property's type has no value without it.
  /// - Returns: The diagnostic.
  static func rejected(
    _ reason: Rejection.Reason,
    _ child: String,
    _ place: String,
    remains: Bool
  ) -> Diagnostic {
    let fate =
      remains
      ? "It stands there without being part of the tree, since the property cannot be empty."
      : "It was taken out again."
    return switch reason {
    case .ancestor:
      Diagnostic(
        """
        \(child) was added to \(place), which is below it in the tree. \(fate) Hold an identifier \
        instead of the ancestor.
        """
      )
    case .ofOtherTree:
      Diagnostic(
        """
        \(child) was added to \(place) but goes on living in another tree. \(fate) Remove it from \
        the other tree first, or make a new one.
        """
      )
    case .frozen:
      Diagnostic(
        """
        A frozen copy of \(child) was added to \(place). Frozen copies do not live in a tree. \
        \(fate) Add the live original or a new one.
        """
      )
    case .released:
      Diagnostic(
        """
        \(child) was added to \(place) after it had left a tree and had let go of its functions and \
        children. \(fate) Make a new one.
        """
      )
    case .checkedOut:
      Diagnostic(
        """
        \(child) was added to \(place) after it had left a tree, while one of its properties was \
        being changed. \(fate) Add it when the change has ended.
        """
      )
    }
  }
}
