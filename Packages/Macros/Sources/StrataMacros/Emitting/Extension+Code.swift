import SwiftSyntax
import SwiftSyntaxBuilder

/// An extension with a conformance and members, or none if it would be empty.
///
/// It belongs to no actor, also where a module's declarations do by default: the engine uses the
/// conformances on any thread.
func makeExtension(
  of type: some TypeSyntaxProtocol,
  conformance: String?,
  members: [String]
) -> [ExtensionDeclSyntax] {
  if conformance == nil, members.isEmpty { return [] }
  let clause = conformance.map { ": \($0)" } ?? ""
  let code: DeclSyntax = """
    nonisolated extension \(type.trimmed)\(raw: clause) {
    \(raw: members.joined(separator: "\n"))
    }
    """
  return code.as(ExtensionDeclSyntax.self).map { [$0] } ?? []
}
