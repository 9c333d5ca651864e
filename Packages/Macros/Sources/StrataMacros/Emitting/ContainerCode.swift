import SwiftDiagnostics
import SwiftSyntax

/// What `@ModelContainer` writes for an enum or a struct.
struct ContainerCode {
  private let visit: String
  /// The code of the identity, if one is wanted.
  private let identity: String?
  /// What is wrong with the declaration.
  let diagnostics: [Diagnostic]

  /// - Returns: Nothing for other kinds of declarations.
  init?(_ declaration: some DeclGroupSyntax) {
    if let declaration = declaration.as(EnumDeclSyntax.self) {
      let description = EnumDescription(declaration)
      visit = description.visit
      identity = description.lacksIdentity ? description.identity : nil
      diagnostics = []
    } else if let declaration = declaration.as(StructDeclSyntax.self) {
      let description = ContainerDescription(declaration)
      visit = description.visit
      identity = description.lacksIdentity ? description.identity : nil
      diagnostics = description.diagnostics
    } else {
      return nil
    }
  }

  /// The conformances, of which `missing` names those that the user has not declared.
  func conformances(missing: Set<String>) -> String? {
    let wanted = ["ModelContainer"] + (identity == nil ? [] : ["ContainerIdentifying"])
    let names = wanted.filter(missing.contains).map { "StrataModels.\($0)" }
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }

  /// The members, without those that the user has written.
  func members(without declaration: some DeclGroupSyntax) -> [String] {
    let visit = declaration.declaresFunction("visitModels") ? nil : visit
    let identity = declaration.declaresFunction("makeContainerID") ? nil : identity
    return [visit, identity].compactMap(\.self)
  }
}
