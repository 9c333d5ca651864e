import SwiftDiagnostics
import SwiftSyntax

extension StructDeclSyntax {
  /// A diagnostic about an `onActivate` that is not the protocol's, so that nobody calls it.
  var uncalledActivation: [Diagnostic] {
    let functions = members(FunctionDeclSyntax.self)
      .filter { $0.name.plainName == "onActivate" && !$0.has(.static) }
    guard !functions.contains(where: \.isActivation),
      let function = functions.first(where: \.looksLikeActivation)
    else { return [] }
    return [MacroDiagnostic.uncalledActivation.at(function.name)]
  }
}

extension FunctionDeclSyntax {
  /// Whether this is `func onActivate()`.
  fileprivate var isActivation: Bool {
    looksLikeActivation && signature.parameterClause.parameters.isEmpty
      && signature.effectSpecifiers == nil && hasNoResult
  }

  /// Whether a call without arguments would find it.
  fileprivate var looksLikeActivation: Bool {
    signature.parameterClause.parameters.allSatisfy { $0.defaultValue != nil }
  }

  private var hasNoResult: Bool {
    guard let type = signature.returnClause?.type else { return true }
    return ["Void", "()", "Swift.Void"].contains(type.trimmedDescription)
  }
}
