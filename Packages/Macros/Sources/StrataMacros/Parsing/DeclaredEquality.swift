import SwiftDiagnostics
import SwiftSyntax

/// The equality and hashing that a type declares, and the part of it that the body does not write.
struct DeclaredEquality {
  /// Whether values are to be compared, and there is no `==`.
  let lacksEqual: Bool
  /// Whether values are to be hashed, and there is no `hash(into:)`.
  let lacksHash: Bool
  /// Only one of the two is written, but both are needed.
  let diagnostics: [Diagnostic]

  init(_ declaration: some DeclGroupSyntax & NamedDeclSyntax) {
    let inherited = declaration.inheritedNames
    let isHashable = inherited.contains("Hashable")
    let isEquatable = isHashable || !inherited.isDisjoint(with: ["Equatable", "Comparable"])

    let functions = declaration.members(FunctionDeclSyntax.self)
    let equal = functions.first { $0.isEqual(of: declaration.name.text) }
    let hash = functions.first { $0.isHash }
    lacksEqual = isEquatable && equal == nil && hash == nil
    lacksHash = isHashable && hash == nil && equal == nil

    var diagnostics: [Diagnostic] = []
    if isHashable, let equal, hash == nil {
      diagnostics.append(MacroDiagnostic.equalWithoutHash.at(equal.name))
    }
    if isHashable, let hash, equal == nil {
      diagnostics.append(MacroDiagnostic.hashWithoutEqual.at(hash.name))
    }
    self.diagnostics = diagnostics
  }
}

extension FunctionDeclSyntax {
  /// Whether this is `static func == (lhs: Self, rhs: Self)`, by any name of the type.
  fileprivate func isEqual(of type: String) -> Bool {
    guard name.text == "==", has(.static) else { return false }
    let parameters = signature.parameterClause.parameters
    return parameters.count == 2
      && parameters.allSatisfy { parameter in
        let names = parameter.type.lastNames
        return names == ["Self"] || names == [type]
      }
  }

  /// Whether this is `func hash(into:)`.
  fileprivate var isHash: Bool {
    let parameters = signature.parameterClause.parameters
    return name.text == "hash" && !has(.static) && parameters.count == 1
      && parameters.first?.firstName.text == "into"
  }
}
