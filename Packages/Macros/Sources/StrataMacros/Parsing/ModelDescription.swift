import SwiftDiagnostics
import SwiftSyntax

/// What `@Model` has understood of a struct.
struct ModelDescription {
  /// The struct's name without backticks.
  let name: String
  /// What generated members that the protocol asks for are declared with.
  let access: String
  /// Whether the struct cannot have stored `static` properties, being generic or inside something
  /// that is or may be.
  let isGeneric: Bool
  /// Whether the struct's body declares an initializer, so that the compiler makes none.
  let hasInitializer: Bool
  /// The properties whose values live in the node, in declaration order.
  let slots: [(property: SlotProperty, variable: VariableDeclSyntax)]
  /// All stored properties, in declaration order.
  let stored: [Stored]
  /// The conformances that the user has declared with the struct.
  let declared: DeclaredMembers
  /// What is wrong with the declaration.
  let diagnostics: [Diagnostic]

  /// A stored property of either kind.
  struct Stored {
    let name: TokenSyntax
    let isFunction: Bool
  }

  init(_ declaration: StructDeclSyntax, in surroundings: [Syntax] = []) {
    name = declaration.name.plainName
    access = declaration.memberAccess
    isGeneric =
      declaration.genericParameterClause != nil || surroundings.contains { $0.mayBeGeneric }
    hasInitializer = !declaration.members(InitializerDeclSyntax.self).isEmpty
    declared = DeclaredMembers(declaration)

    var slots: [(SlotProperty, VariableDeclSyntax)] = []
    var stored: [Stored] = []
    var diagnostics = declaration.complaints + declared.diagnostics
    for item in declaration.memberBlock.members {
      guard let variable = item.decl.as(VariableDeclSyntax.self) else {
        diagnostics += item.decl.conditionalSlots
        continue
      }
      switch ModelMember(variable) {
      case .slot(let slot, let variable):
        slots.append((slot, variable))
        stored.append(Stored(name: slot.name, isFunction: slot.isFunction))
      case .constants(let constants):
        stored += constants.map { Stored(name: $0.name, isFunction: $0.isFunction) }
      case .refused(let diagnostic):
        diagnostics.append(diagnostic)
      case .foreign:
        break
      }
    }
    self.slots = slots
    self.stored = stored
    self.diagnostics = diagnostics
  }

  /// The number of a property's slot.
  func slot(of variable: VariableDeclSyntax) -> Int? {
    guard let name = SlotProperty(variable)?.name.text else { return nil }
    return slots.firstIndex { $0.property.name.text == name }
  }
}

extension StructDeclSyntax {
  /// Complaints about the struct itself: an actor that it belongs to, generic parameters that are
  /// packs.
  fileprivate var complaints: [Diagnostic] {
    let isolation = attributes.globalActor.map { actor in
      MacroComplaint.isolatedModel.at(actor, fixIts: [Remedy.remove(actor, from: self)])
    }
    let packs = (genericParameterClause?.parameters ?? [])
      .filter { $0.specifier?.tokenKind == .keyword(.each) }
      .map { MacroComplaint.parameterPack.at($0) }
    return (isolation.map { [$0] } ?? []) + packs
  }
}

extension DeclSyntax {
  /// Complaints about the stored properties inside an `#if`.
  fileprivate var conditionalSlots: [Diagnostic] {
    guard self.is(IfConfigDeclSyntax.self) else { return [] }
    return unconditional.compactMap { declaration in
      guard let variable = declaration.as(VariableDeclSyntax.self) else { return nil }
      return switch ModelMember(variable) {
      case .slot: MacroComplaint.conditionalProperty.at(variable.bindings)
      case .refused(let diagnostic): diagnostic
      case .constants, .foreign: nil
      }
    }
  }
}

extension Syntax {
  /// Whether types declared directly inside may depend on generic parameters: an extension does not
  /// show those of the type that it extends.
  fileprivate var mayBeGeneric: Bool {
    if self.is(ExtensionDeclSyntax.self) { return true }
    if let generic = asProtocol((any WithGenericParametersSyntax).self) {
      return generic.genericParameterClause != nil
    }
    return false
  }
}
