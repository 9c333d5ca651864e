import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The program that the compiler starts to expand the macros of module `Strata`.
@main
struct Plugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    ModelMacro.self, ModelSlotMacro.self, ModelMarkedSlotMacro.self, ModelDependencyMacro.self,
    ModelContainerMacro.self, CasePathableMacro.self, UnrecordedMacro.self,
  ]
}
