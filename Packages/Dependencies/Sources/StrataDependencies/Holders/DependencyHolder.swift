/// Something that was made with certain dependencies and keeps them.
///
/// A class or structure of one's own becomes a holder by keeping what was in force when it was
/// made:
///
/// ```swift
/// final class Feature: DependencyHolder {
///   let dependencies = DependencyValues.current
///   @Dependency(\.date) var date
/// }
/// ```
///
/// A protocol and not a search for wrappers inside any object: what holds nothing then does not
/// compile, instead of failing when it runs.
public protocol DependencyHolder {
  /// The dependencies that were in force when the holder was made.
  var dependencies: DependencyValues { get }
}

extension DependencyValues: DependencyHolder {
  /// The values themselves, so that a captured ``current`` can be entered again.
  public var dependencies: DependencyValues { self }
}
