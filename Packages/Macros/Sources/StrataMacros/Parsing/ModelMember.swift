import SwiftDiagnostics
import SwiftSyntax

/// The role of a struct's variable for `@Model`.
enum ModelMember {
  /// Its value moves to the node.
  case slot(SlotProperty, VariableDeclSyntax)
  /// Stays a stored property of the handle.
  case constants([Constant])
  /// Not handled by the macro: computed, or `static`.
  case foreign
  /// Has an attribute that may give it a storage of its own.
  case attributed([TokenSyntax])
  /// Cannot be part of a model.
  case refused(Diagnostic)

  /// One name that a `let` declares.
  struct Constant {
    let name: TokenSyntax
    let isFunction: Bool
    let isUncheckedFunction: Bool
  }

  init(_ variable: VariableDeclSyntax) {
    if variable.has(.static) {
      self = .foreign
    } else if let dependency = variable.attributes.dependency {
      let fixIt = Remedy.useModelDependency(instead: dependency, of: variable)
      self = .refused(MacroComplaint.capturedDependency.at(dependency, fixIts: [fixIt]))
    } else if variable.attributes.mayMakeStorage {
      let isStored = !variable.attributes.isModelDependency
      self = isStored ? .attributed(variable.storedNames) : .foreign
    } else if variable.bindingSpecifier.tokenKind == .keyword(.let) {
      self = .constants(variable.bindings.flatMap(\.constants))
    } else if variable.bindings.allSatisfy(\.isComputed) {
      self = .foreign
    } else if let refusal = variable.refusal {
      self = .refused(refusal)
    } else if let slot = SlotProperty(variable) {
      self = .slot(slot, variable)
    } else {
      self = .foreign
    }
  }
}

extension VariableDeclSyntax {
  /// Why the variable cannot be a slot.
  fileprivate var refusal: Diagnostic? {
    if bindings.count > 1 {
      let fixIts = Remedy.separate(self).map { [$0] } ?? []
      return MacroComplaint.severalProperties.at(bindings, fixIts: fixIts)
    }
    if let tuple = bindings.first?.pattern.as(TuplePatternSyntax.self) {
      let fixIts = Remedy.separate(self, tuple).map { [$0] } ?? []
      return MacroComplaint.tuplePattern.at(tuple, fixIts: fixIts)
    }
    for modifier in modifiers {
      switch modifier.name.tokenKind {
      case .keyword(.lazy): return MacroComplaint.lazyProperty.at(modifier)
      case .keyword(.weak), .keyword(.unowned):
        return MacroComplaint.reference(modifier.name.text).at(modifier)
      default: continue
      }
    }
    if let actor = attributes.globalActor {
      let remedy = Remedy.remove(actor, from: self)
      return MacroComplaint.isolatedProperty.at(actor, fixIts: [remedy])
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
