import SwiftSyntaxMacros
import Testing

@testable import StrataMacros

@Suite struct FormatModeTests {
  /// Formatting takes most of a macro's time in a debug build.
  @Test func noMacroHasItsCodeFormatted() {
    for macro in Plugin().providingMacros {
      #expect(macro.formatMode == .disabled, "\(macro)")
    }
  }
}
