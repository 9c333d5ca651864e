/// An enum that offers a path to each of its cases.
///
/// ```swift
/// enum Destination: CasePathable {
///   case edit(Draft)
///   case idle
///
///   struct AllCasePaths: Sendable {
///     var edit: CasePath<Destination, Draft> {
///       CasePath(embed: Destination.edit) { if case .edit(let draft) = $0 { draft } else { nil } }
///     }
///     var idle: CasePath<Destination, Void> {
///       CasePath(.idle) { if case .idle = $0 { true } else { false } }
///     }
///   }
///   static var allCasePaths: AllCasePaths { AllCasePaths() }
/// }
///
/// var destination = Destination.edit(Draft(title: "One"))
/// destination.is(\.edit)                            // true
/// destination[case: \.edit]?.title                  // "One"
/// destination.modify(\.edit) { $0.title = "Two" }
/// ```
///
/// The members of `AllCasePaths` carry the names of the cases. Nested cases and properties of
/// payloads follow with dots: `\.edit.title`.
public protocol CasePathable {
  /// A type with one property for each case, of the case's name: a ``CasePath`` to its payload.
  associatedtype AllCasePaths: Sendable

  /// The paths to all cases.
  static var allCasePaths: AllCasePaths { get }
}

/// A case by its name: `\.edit`.
public typealias CaseKeyPath<Root: CasePathable, Value> = KeyPath<
  Root.AllCasePaths, CasePath<Root, Value>
>

/// A value inside the payload of a case by name: `\.edit.title`.
public typealias OptionalCaseKeyPath<Root: CasePathable, Value> = KeyPath<
  Root.AllCasePaths, OptionalPath<Root, Value>
>
