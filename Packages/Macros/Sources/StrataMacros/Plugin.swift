import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The program that the compiler starts to expand the macros of module `Strata`.
@main
struct Plugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    ModelMacro.self, ModelSlotMacro.self, ModelMarkedSlotMacro.self, ModelDependencyMacro.self,
    ModelContainerMacro.self, CasePathableMacro.self, UnrecordedMacro.self,
  ]

  static func main() throws {
    #if canImport(Glibc) || canImport(Darwin)
    MessageFilter.start()
    #endif
    try (Self.self as any CompilerPlugin.Type).main()
  }
}
