import SwiftDiagnostics
import SwiftSyntax

/// The code that `@ModelContainer` writes for an enum or a struct.
struct ContainerCode {
  private let visit: String
  /// The code of the identity, if one is wanted.
  private let identity: String?
  /// The code that compares two values, if it is wanted.
  private let equal: String?
  /// The code that hashes a value, if it is wanted.
  private let hash: String?
  /// The faults of the declaration.
  let diagnostics: [Diagnostic]

  /// - Returns: Nothing for other kinds of declarations.
  init?(_ declaration: some DeclGroupSyntax) {
    if let declaration = declaration.as(EnumDeclSyntax.self) {
      let description = EnumDescription(declaration)
      visit = description.visit
      identity = description.lacksIdentity ? description.identity : nil
      (equal, hash) = (description.equal, description.hash)
      diagnostics = []
    } else if let declaration = declaration.as(StructDeclSyntax.self) {
      let description = ContainerDescription(declaration)
      visit = description.visit
      identity = description.lacksIdentity ? description.identity : nil
      (equal, hash) = (description.equal, description.hash)
      diagnostics = description.diagnostics
    } else {
      return nil
    }
  }

  /// The conformances; `missing` names those that the user has not declared.
  func conformances(missing: Set<String>) -> String? {
    var wanted = ["ModelContainer"]
    if identity != nil { wanted.append("ContainerIdentifying") }
    if equal != nil { wanted.append("MemberwiseEquatable") }
    if hash != nil { wanted.append("MemberwiseHashable") }
    let names = wanted.filter(missing.contains).map { "StrataModels.\($0)" }
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }

  /// The members, without those that the user has written.
  func members(without declaration: some DeclGroupSyntax) -> [String] {
    let written = [
      ("visitModels", visit), ("makeContainerID", identity), ("isMemberwiseEqual", equal),
      ("hashMembers", hash),
    ]
    return written.compactMap { declaration.declaresFunction($0.0) ? nil : $0.1 }
  }
}
