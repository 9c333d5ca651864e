import SwiftSyntax
import SwiftSyntaxMacros

/// Moves one property to the node; added by `@Model`.
enum ModelSlotMacro {
  static let formatMode = FormatMode.disabled
}

extension ModelSlotMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    accessors(of: declaration, node) { $0 > 1 ? .makesNode : .usesNode }
  }

  /// The accessors of a property; `beginning` gives the way to its first value for the number of arguments.
  static func accessors(
    of declaration: some DeclSyntaxProtocol,
    _ node: AttributeSyntax,
    _ beginning: (Int) -> SlotProperty.Beginning
  ) -> [AccessorDeclSyntax] {
    guard let variable = declaration.as(VariableDeclSyntax.self),
      let property = SlotProperty(variable),
      case .argumentList(let arguments) = node.arguments,
      let number = arguments.first?.expression.as(IntegerLiteralExprSyntax.self),
      let slot = Int(number.literal.text)
    else { return [] }
    let isFirst = property.willSet == nil && property.didSet == nil
    let code = property.accessors(slot: slot, beginning(arguments.count)).joined(separator: "\n")
    return [AccessorDeclSyntax(code: code, isFirst: isFirst)]
  }
}

/// The same for a property whose mark shows the compiler whether it has a value.
enum ModelMarkedSlotMacro {
  static let formatMode = FormatMode.disabled
}

extension ModelMarkedSlotMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    ModelSlotMacro.accessors(of: declaration, node) { _ in .isMarked }
  }
}

extension ModelMarkedSlotMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let property = declaration.as(VariableDeclSyntax.self).flatMap(SlotProperty.init)
    return property.map { [DeclSyntax(code: $0.mark)] } ?? []
  }
}
