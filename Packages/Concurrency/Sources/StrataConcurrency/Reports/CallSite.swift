/// The place in a program's source from which something was called.
///
/// Functions that may have to complain take the four literals and build a call site from them, so
/// that the complaint names the caller's line and not the library's:
///
/// ```swift
/// public func send(
///   _ event: Event,
///   fileID: StaticString = #fileID,
///   filePath: StaticString = #filePath,
///   line: UInt = #line,
///   column: UInt = #column
/// ) {
///   let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
/// ```
///
/// One parameter of type `CallSite` with a call as its default would be shorter, and wrong: Swift
/// takes the caller's place only where a literal such as `#line` is itself the whole default; inside
/// any larger default expression it is the line of the declaration.
public struct CallSite: Sendable, Hashable, CustomStringConvertible {
  /// The module and file, as `#fileID` spells them: `"App/Counter.swift"`.
  public let fileID: StaticString
  /// The full path, as `#filePath` spells it.
  public let filePath: StaticString
  /// The line, from 1.
  public let line: UInt
  /// The column, from 1.
  public let column: UInt

  /// Makes a call site from its parts.
  @inlinable
  public init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// The place where this call is written.
  ///
  /// Not for use as a default argument, where it is the line of that argument's declaration.
  public static func thisLine(
    _ fileID: StaticString = #fileID,
    _ filePath: StaticString = #filePath,
    _ line: UInt = #line,
    _ column: UInt = #column
  ) -> CallSite {
    CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Not to be used: as a default argument it names the line of the declaration.
  @available(
    *,
    unavailable,
    message: """
      As a default argument it names the declaration's line, not the caller's. Take fileID, \
      filePath, line and column with the literals as defaults and build a CallSite from them; \
      for the line itself use thisLine().
      """
  )
  public static func here() -> CallSite {
    thisLine()
  }

  /// `App/Counter.swift:42`.
  public var description: String { "\(fileID):\(line)" }

  /// Whether two places are the same line and column of the same file.
  public static func == (a: CallSite, b: CallSite) -> Bool {
    a.line == b.line && a.column == b.column && a.fileID.description == b.fileID.description
  }

  /// Feeds what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(fileID.description)
    hasher.combine(line)
    hasher.combine(column)
  }
}
