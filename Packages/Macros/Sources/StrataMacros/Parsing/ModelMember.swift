import SwiftDiagnostics
import SwiftSyntax

/// The role of a struct's variable for `@Model`.
enum ModelMember {
  /// Its value moves to the node.
  case slot(SlotProperty, VariableDeclSyntax)
  /// Stays a stored property of the handle.
  case constants([Constant])
  /// Not handled by the macro: computed, or `static`.
  case unrelated
  /// Has an attribute that may give it a storage of its own.
  case attributed([TokenSyntax])
  /// Cannot be part of a model.
  case rejected(Diagnostic)

  /// One name that a `let` declares.
  struct Constant {
    let name: TokenSyntax
    let isFunction: Bool
    let isUncheckedFunction: Bool
  }

  init(_ variable: VariableDeclSyntax) {
    if variable.has(.static) {
      self = .unrelated
    } else if let dependency = variable.attributes.dependency {
      let fixIt = Remedy.useModelDependency(instead: dependency, of: variable)
      self = .rejected(MacroDiagnostic.capturedDependency.at(dependency, fixIts: [fixIt]))
    } else if variable.attributes.mayMakeStorage {
      let isStored = !variable.attributes.isModelDependency
      self = isStored ? .attributed(variable.storedNames) : .unrelated
    } else if variable.bindingSpecifier.tokenKind == .keyword(.let) {
      self = .constants(variable.bindings.flatMap(\.constants))
    } else if variable.bindings.allSatisfy(\.isComputed) {
      self = .unrelated
    } else if let rejection = variable.rejection {
      self = .rejected(rejection)
    } else if let slot = SlotProperty(variable) {
      self = .slot(slot, variable)
    } else {
      self = .unrelated
    }
  }
}

extension VariableDeclSyntax {
  /// Why the variable cannot be a slot.
  fileprivate var rejection: Diagnostic? {
    if bindings.count > 1 {
      let fixIts = Remedy.separate(self).map { [$0] } ?? []
      return MacroDiagnostic.severalProperties.at(bindings, fixIts: fixIts)
    }
    if let tuple = bindings.first?.pattern.as(TuplePatternSyntax.self) {
      let fixIts = Remedy.separate(self, tuple).map { [$0] } ?? []
      return MacroDiagnostic.tuplePattern.at(tuple, fixIts: fixIts)
    }
    for modifier in modifiers {
      switch modifier.name.tokenKind {
      case .keyword(.lazy): return MacroDiagnostic.lazyProperty.at(modifier)
      case .keyword(.weak), .keyword(.unowned):
        return MacroDiagnostic.reference(modifier.name.text).at(modifier)
      default: continue
      }
    }
    if let actor = attributes.globalActor {
      let remedy = Remedy.remove(actor, from: self)
      return MacroDiagnostic.isolatedProperty.at(actor, fixIts: [remedy])
    }
    return nil
  }
}

extension PatternBindingSyntax {
  fileprivate var constants: [ModelMember.Constant] {
    let (isFunction, isUnchecked) = (isFunction, isUncheckedFunction)
    return pattern.names.map {
      ModelMember.Constant(name: $0, isFunction: isFunction, isUncheckedFunction: isUnchecked)
    }
  }
}
