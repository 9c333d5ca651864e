import SwiftSyntax

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
  let body = members.isEmpty ? "" : members.joined(separator: "\n") + "\n"
  let code = "nonisolated extension \(type.trimmedDescription)\(clause) {\n\(body)}"
  return [ExtensionDeclSyntax(code: code)]
}
