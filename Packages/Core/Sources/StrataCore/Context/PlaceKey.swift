package import StrataConcurrency

/// Identifies a call site, fast to hash, by the address of the file's name.
///
/// The same call site may have several addresses, one for each module into which it is inlined.
@usableFromInline
package struct PlaceKey: Hashable, Sendable {
  @usableFromInline let file: UInt
  @usableFromInline let line: UInt
  @usableFromInline let column: UInt

  package init(_ callSite: CallSite) {
    self.init(fileID: callSite.fileID, line: callSite.line, column: callSite.column)
  }

  @inlinable
  package init(fileID: StaticString, line: UInt, column: UInt) {
    file = unsafe UInt(bitPattern: fileID.utf8Start)
    self.line = line
    self.column = column
  }
}
