import SwiftSyntax

// The compiler receives the code of a macro as text, and parses that. Parsing and formatting it here as well would be
// most of a macro's time, above all in a debug build, in which swift-syntax is not optimised. So the code is one token.

extension TokenSyntax {
  fileprivate init(code: String) { self = .identifier(code) }
}

extension UnexpectedNodesSyntax {
  fileprivate init(code: String) { self.init([Syntax(TokenSyntax(code: code))]) }
}

extension DeclSyntax {
  /// A declaration that is not parsed.
  init(code: String) {
    self.init(MissingDeclSyntax(placeholder: TokenSyntax(code: code)))
  }
}

extension AccessorDeclSyntax {
  /// Accessors that are not parsed, as one.
  ///
  /// - Parameters:
  ///   - code: The code of the accessors.
  ///   - isFirst: Whether the property has no accessors yet. The compiler then adds the braces, without indentation.
  init(code: String, isFirst: Bool) {
    let lines = code.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    self.init(
      UnexpectedNodesSyntax(code: isFirst ? lines.indented(by: 2) : code),
      accessorSpecifier: .keyword(.get, presence: .missing)
    )
  }
}

extension AttributeSyntax {
  /// An attribute that is not parsed.
  init(code: String) {
    self.init(
      UnexpectedNodesSyntax(code: code),
      atSign: .atSignToken(presence: .missing),
      attributeName: MissingTypeSyntax(placeholder: .identifier("", presence: .missing))
    )
  }
}

extension ExtensionDeclSyntax {
  /// An extension that is not parsed.
  init(code: String) {
    self.init(
      UnexpectedNodesSyntax(code: code),
      extensionKeyword: .keyword(.extension, presence: .missing),
      extendedType: MissingTypeSyntax(placeholder: .identifier("", presence: .missing)),
      memberBlock: MemberBlockSyntax(
        leftBrace: .leftBraceToken(presence: .missing),
        members: [],
        rightBrace: .rightBraceToken(presence: .missing)
      )
    )
  }
}
