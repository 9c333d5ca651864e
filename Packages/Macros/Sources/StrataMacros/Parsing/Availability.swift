import SwiftSyntax

/// The contents of a declaration's `@available` attributes.
///
/// Code that a macro writes uses the declaration. The compiler would warn about a deprecated one, except in code
/// that is deprecated itself.
struct Availability {
  /// The attributes as they are written.
  let attributes: [String]
  let isDeprecated: Bool
  /// Whether no code at all may use the declaration.
  let isUnavailable: Bool

  init(_ declaration: some WithAttributesSyntax) {
    let all = declaration.attributes.compactMap { $0.as(AttributeSyntax.self) }
      .filter { $0.attributeName.trimmedDescription == "available" }
    let words = all.flatMap { $0.arguments?.tokens(viewMode: .sourceAccurate).map(\.text) ?? [] }
    attributes = all.map(\.trimmedDescription)
    isDeprecated = words.contains("deprecated")
    isUnavailable = words.contains("unavailable")
  }
}

extension Sequence<Availability> {
  /// The attribute of a declaration that uses all of these.
  var attributeOfUse: String { contains { $0.isDeprecated } ? "@available(*, deprecated) " : "" }
}
