import SwiftSyntax

/// What the `@available` attributes of a declaration say.
///
/// Code that a macro writes uses the declaration, and would be warned of what the user has deprecated;
/// in a declaration that is deprecated itself nobody is.
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
  /// What a declaration begins with that uses all of these.
  var attributeOfUse: String { contains { $0.isDeprecated } ? "@available(*, deprecated) " : "" }
}
