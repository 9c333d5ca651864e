import SwiftSyntax
import SwiftSyntaxMacros

extension ModelDescription {
  /// Whether the first property's accessor makes the node.
  ///
  /// Otherwise the node exists before all properties, by its default. The compiler makes an initializer with a
  /// parameter for each property only in the first form, and accepts an initializer of the user's only in the
  /// second.
  var firstSlotMakesNode: Bool { !hasInitializer && !slots.isEmpty }

  /// The members that `@Model` adds to the struct.
  func members(in context: some MacroExpansionContext) -> [String] {
    let layout = declared.hasLayout ? [] : [layout(in: context)]
    return layout + [
      """
      \(access)var modelNode: StrataModels.ModelNode<Self> {
        get {
          _modelNode
        }
        set {
          _modelNode = newValue
        }
      }
      """,
      node,
    ]
  }

  /// The stored property; it comes last, because initializers give values in declaration order.
  private var node: String {
    if firstSlotMakesNode {
      return "private var _modelNode: StrataModels.ModelNode<Self>"
    }
    // Private only if the user writes the initializers, because the compiler's would be private as well.
    return """
      \(hasInitializer ? "private " : "")var _modelNode = StrataModels.ModelNode<Self>()
      """
  }

  private func layout(in context: some MacroExpansionContext) -> String {
    let places = context.lines(of: slots.map(\.variable.bindings)).map { ", line: \($0)" }
    let lines =
      checks + wrapperChecks
      + slots.enumerated().map { index, slot in
        let (property, variable) = slot
        let place = places.isEmpty ? "" : places[index]
        let path = "\\.\(property.name.text)"
        let value = property.isUncheckedFunction ? path : "$0.sendable(\(path))"
        let secrecy =
          (variable.isPrivate ? ", isPrivate: true" : "")
          + (variable.attributes.isUnrecorded ? ", isUnrecorded: true" : "")
        return "$0.slot(\"\(property.name.plainName)\", \(value)\(secrecy)\(place))"
      }
    let literal = "\"\(name)\""
    let type = "StrataModels.ModelLayout<Self>"
    if isGeneric {
      return """
        \(attributeOfUse)\(access)static var modelLayout: \(type) {
          .cached(\(literal)) \(closure(lines, at: 2))
        }
        """
    }
    return """
      \(attributeOfUse)\(access)static let modelLayout: \(type) = _makeModelLayout()
      \(attributeOfUse)private static func _makeModelLayout() -> \(type) {
        .init(\(literal)) \(closure(lines, at: 2))
      }
      """
  }

  /// Shows the compiler that any thread may use the constants, if the conformance does not.
  private var checks: [String] {
    guard hasUncheckedConstant else { return [] }
    return stored.filter { $0.isConstant && !$0.isUncheckedFunction && !$0.isVouchedFor }
      .map { "_ = $0.sendable(\\.\($0.name.text))" }
  }

  /// Shows the compiler whether copies of a handle share a wrapper's storage.
  ///
  /// There are two statements, because in one the compiler would choose the overload that accepts anything.
  private var wrapperChecks: [String] {
    attributed.flatMap { name in
      ["let \(name.text) = $0.storage(of: \\.\(name.text))", "$0.accept(\(name.text))"]
    }
  }

  /// A closure that begins at an indentation.
  private func closure(_ lines: [String], at spaces: Int) -> String {
    if lines.isEmpty { return "{ _ in }" }
    return "{\n\(lines.indented(by: spaces + 2))\n\(["}"].indented(by: spaces))"
  }
}
