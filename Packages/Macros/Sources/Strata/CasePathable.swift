import StrataExtensions

/// Gives an enum a path to each of its cases: `\.edit`.
///
/// ```swift
/// @CasePathable enum Destination {
///   case edit(Draft)
///   case sized(width: Int, height: Int)
///   case idle
/// }
///
/// destination[case: \.edit]?.title
/// destination.is(\.idle)
/// destination.modify(\.sized) { $0.width += 1 }
/// ```
///
/// Several associated values are one tuple, with their labels. Cases that share a name cannot be distinguished
/// and are rejected.
///
/// The macro writes `AllCasePaths`, `allCasePaths` and the conformance to
/// `CasePathable`.
@attached(member, names: named(AllCasePaths), named(allCasePaths))
@attached(extension, conformances: CasePathable)
public macro CasePathable() = #externalMacro(module: "StrataMacros", type: "CasePathableMacro")
