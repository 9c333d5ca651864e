import SwiftDiagnostics
import SwiftSyntax

/// The facts of a struct that `@Model` has parsed.
struct ModelDescription {
  /// The struct's name without backticks.
  let name: String
  /// The access level of generated members that the protocol requires.
  let access: String
  /// Whether the struct cannot have stored `static` properties, being generic or inside something
  /// that is or may be.
  let isGeneric: Bool
  /// Whether the struct's body declares an initializer, so that the compiler makes none.
  let hasInitializer: Bool
  /// The properties whose values are in the node, in declaration order.
  let slots: [(property: SlotProperty, variable: VariableDeclSyntax)]
  /// All stored properties, in declaration order.
  let stored: [Stored]
  /// Stored properties with attributes that may be property wrappers.
  let attributed: [TokenSyntax]
  /// The conformances that the user has declared with the struct.
  let declared: DeclaredMembers
  /// The faults of the declaration.
  let diagnostics: [Diagnostic]

  /// A stored property of either kind.
  struct Stored {
    let name: TokenSyntax
    let isFunction: Bool
    let isUncheckedFunction: Bool
    /// Whether it is part of the handle.
    let isConstant: Bool
    /// Whether the user vouches for its use from any thread.
    let isVouchedFor: Bool
    let availability: Availability
    /// Its type, if that is written and no value of it can be compared.
    let existential: TypeSyntax?

    fileprivate init(
      _ name: TokenSyntax,
      _ isFunction: Bool,
      _ isUncheckedFunction: Bool,
      isConstant: Bool,
      _ variable: VariableDeclSyntax
    ) {
      self.name = name
      self.isFunction = isFunction
      self.isUncheckedFunction = isUncheckedFunction
      self.isConstant = isConstant
      isVouchedFor = variable.isVouchedFor
      availability = Availability(variable)
      let binding = variable.bindings.first { $0.pattern.names.contains { $0.text == name.text } }
      existential = binding?.typeAnnotation?.type.existential
    }
  }

  init(_ declaration: StructDeclSyntax, in surroundings: [Syntax] = []) {
    name = declaration.name.plainName
    access = declaration.memberAccess
    isGeneric =
      declaration.genericParameterClause != nil || surroundings.contains { $0.mayBeGeneric }
    hasInitializer = declaration.hasInitializer
    declared = DeclaredMembers(declaration)

    var slots: [(SlotProperty, VariableDeclSyntax)] = []
    var stored: [Stored] = []
    var attributed: [TokenSyntax] = []
    var diagnostics =
      declaration.diagnostics + declared.diagnostics + declaration.mutations
      + declaration.selfOwnership + declaration.hiddenIdentity + declaration.uncalledActivation
    for item in declaration.memberBlock.members {
      guard let variable = item.decl.as(VariableDeclSyntax.self) else {
        diagnostics += item.decl.conditionalSlots
        continue
      }
      switch ModelMember(variable) {
      case .slot(let slot, let variable):
        slots.append((slot, variable))
        let isUnchecked = slot.isUncheckedFunction
        stored.append(Stored(slot.name, slot.isFunction, isUnchecked, isConstant: false, variable))
      case .constants(let constants):
        stored += constants.map {
          Stored($0.name, $0.isFunction, $0.isUncheckedFunction, isConstant: true, variable)
        }
      case .rejected(let diagnostic):
        diagnostics.append(diagnostic)
      case .attributed(let names):
        let availability = Availability(variable)
        // Checking a deprecated one would cause a warning.
        if availability.attributes.isEmpty { attributed += names }
      case .unrelated:
        break
      }
    }
    self.slots = slots
    self.stored = stored
    self.attributed = attributed
    self.diagnostics = diagnostics + declared.diagnostics(about: stored)
  }

  /// The attribute of a declaration that uses all stored properties.
  var attributeOfUse: String { stored.lazy.map(\.availability).attributeOfUse }

  /// Whether a constant is a function whose type does not say that any thread may call it.
  var hasUncheckedConstant: Bool { stored.contains { $0.isConstant && $0.isUncheckedFunction } }
}

extension DeclaredMembers {
  /// Diagnostics about the properties that the model's `==` cannot compare.
  fileprivate func diagnostics(about stored: [ModelDescription.Stored]) -> [Diagnostic] {
    guard lacksEqual else { return [] }
    return stored.filter { !$0.isFunction }.compactMap(\.existential).map {
      MacroDiagnostic.uncomparableProperty($0.trimmedDescription, isHashed: lacksHash).at($0)
    }
  }
}

extension TypeSyntax {
  /// The existential that this is, or is made of; it has no `==`, whatever its protocol.
  fileprivate var existential: TypeSyntax? {
    switch self.as(TypeSyntaxEnum.self) {
    case .someOrAnyType(let type) where type.someOrAnySpecifier.tokenKind == .keyword(.any):
      // A metatype is compared.
      type.constraint.is(MetatypeTypeSyntax.self) ? nil : self
    case .optionalType(let type): type.wrappedType.existential
    case .arrayType(let type): type.element.existential
    case .dictionaryType(let type): type.value.existential
    case .tupleType(let type): type.elements.lazy.compactMap(\.type.existential).first
    default: nil
    }
  }
}

extension StructDeclSyntax {
  /// Whether the body declares an initializer.
  fileprivate var hasInitializer: Bool { !members(InitializerDeclSyntax.self).isEmpty }

  // Without a description of the model, because the compiler asks for each member.
  /// The attribute that makes a property a slot of the model, if it is one.
  func slotAttribute(of variable: VariableDeclSyntax) -> String? {
    guard case .slot(let property, _) = ModelMember(variable) else { return nil }
    var number = 0
    for item in memberBlock.members {
      guard let other = item.decl.as(VariableDeclSyntax.self),
        case .slot(let slot, _) = ModelMember(other)
      else { continue }
      if slot.name.text == property.name.text {
        if hasInitializer { return "@_ModelMarkedSlot(\(number))" }
        if number == 0 { return "@_ModelSlot(0, makesNode: true)" }
        let hasValue = variable.bindings.first?.initializer != nil
        return hasValue ? "@_ModelSlot(\(number))" : "@_ModelMarkedSlot(\(number))"
      }
      number += 1
    }
    return nil
  }

  /// Diagnostics about the struct itself: an actor that it belongs to, generic parameters that are packs.
  fileprivate var diagnostics: [Diagnostic] {
    let isolation = attributes.globalActor.map { actor in
      MacroDiagnostic.isolatedModel.at(actor, fixIts: [Remedy.remove(actor, from: self)])
    }
    // At the name, because Swift 6.3 shows no line for a diagnostic at a generic parameter.
    let hasPack = genericParameterClause?.parameters.contains {
      $0.specifier?.tokenKind == .keyword(.each)
    }
    let packs = hasPack ?? false ? [MacroDiagnostic.parameterPack.at(name)] : []
    return (isolation.map { [$0] } ?? []) + packs
  }
}

extension DeclSyntax {
  /// Diagnostics about the stored properties inside an `#if`.
  fileprivate var conditionalSlots: [Diagnostic] {
    guard self.is(IfConfigDeclSyntax.self) else { return [] }
    return unconditional.compactMap { declaration in
      guard let variable = declaration.as(VariableDeclSyntax.self) else { return nil }
      return switch ModelMember(variable) {
      case .slot: MacroDiagnostic.conditionalProperty.at(variable.bindings)
      case .rejected(let diagnostic): diagnostic
      case .constants, .unrelated, .attributed: nil
      }
    }
  }
}

extension StructDeclSyntax {
  /// Diagnostics about the code of members, which the compiler would explain badly or not at all.
  var mistakesInBodies: [Diagnostic] { unknownEvents + unkeyedMemoizations }
}

extension VariableDeclSyntax {
  /// Whether this is declared `nonisolated(unsafe)`.
  fileprivate var isVouchedFor: Bool {
    modifiers.contains {
      $0.name.tokenKind == .keyword(.nonisolated) && $0.detail?.detail.text == "unsafe"
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
