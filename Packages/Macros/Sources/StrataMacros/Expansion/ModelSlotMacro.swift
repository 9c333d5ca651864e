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
    guard let variable = declaration.as(VariableDeclSyntax.self),
      let property = SlotProperty(variable),
      case .argumentList(let arguments) = node.arguments,
      let number = arguments.first?.expression.as(IntegerLiteralExprSyntax.self),
      let slot = Int(number.literal.text)
    else { return [] }
    let isFirst = property.willSet == nil && property.didSet == nil
    return property.accessors(slot: slot, makesNode: arguments.count > 1)
      .map { AccessorDeclSyntax(code: $0, isFirst: isFirst) }
  }
}

extension ModelSlotMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let property = declaration.as(VariableDeclSyntax.self).flatMap(SlotProperty.init)
    return property.map { [DeclSyntax(code: $0.mark)] } ?? []
  }
}
