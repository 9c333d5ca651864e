import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import StrataMacros

/// Expands the macros in a source and compares with what is expected, word for word.
///
/// - Parameter conformances: The conformances that the compiler would pass as not declared yet.
func expectExpansion(
  of source: String,
  to expected: String,
  conformances: [String] = [
    "Model", "Sendable", "CustomReflectable", "MemberwiseEquatable", "MemberwiseHashable",
  ],
  diagnostics: [DiagnosticSpec] = [],
  applyFixIts: [String]? = nil,
  fixedSource: String? = nil,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  let types = conformances.map { TypeSyntax(IdentifierTypeSyntax(name: .identifier($0))) }
  assertMacroExpansion(
    source,
    expandedSource: expected,
    diagnostics: diagnostics,
    macroSpecs: [
      "ModelContainer": MacroSpec(type: ModelContainerMacro.self, conformances: types),
      "CasePathable": MacroSpec(type: CasePathableMacro.self, conformances: types),
      "Model": MacroSpec(type: ModelMacro.self, conformances: types),
      "_ModelSlot": MacroSpec(type: ModelSlotMacro.self),
      "_ModelMarkedSlot": MacroSpec(type: ModelMarkedSlotMacro.self),
      "ModelDependency": MacroSpec(type: ModelDependencyMacro.self),
      "Unrecorded": MacroSpec(type: UnrecordedMacro.self),
    ],
    applyFixIts: applyFixIts,
    fixedSource: fixedSource,
    indentationWidth: .spaces(2),
    failureHandler: { failure in
      let place = SourceLocation(
        fileID: "\(failure.location.fileID)",
        filePath: "\(failure.location.filePath)",
        line: failure.location.line,
        column: failure.location.column
      )
      Issue.record(Comment(rawValue: failure.message), sourceLocation: place)
    },
    fileID: fileID,
    filePath: filePath,
    line: line,
    column: column
  )
}
