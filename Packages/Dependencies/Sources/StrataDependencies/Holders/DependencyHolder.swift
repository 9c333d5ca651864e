/// Something that was made with certain dependencies and retains them.
///
/// Your own class or structure becomes a holder by storing the values in force when it was made:
///
/// ```swift
/// final class Feature: DependencyHolder {
///   let dependencies = DependencyValues.current
///   @Dependency(\.date) var date
/// }
/// ```
///
/// This is a protocol, not a search for wrappers inside any object. A type without dependencies then does not compile,
/// instead of failing at run time.
public protocol DependencyHolder {
  /// The dependencies that were in force when the holder was made.
  var dependencies: DependencyValues { get }
}

extension DependencyValues: DependencyHolder {
  /// The values themselves, so that a captured ``current`` can be entered again.
  public var dependencies: DependencyValues { self }
}
