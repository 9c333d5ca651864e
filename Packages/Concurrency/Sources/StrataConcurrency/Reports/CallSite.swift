/// The location in a program's source from which a function was called.
///
/// Functions that may have to report misuse take the four literals and build a call site from them. So the report names
/// the caller's line and not the library's:
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
/// One parameter of type `CallSite` with a call as its default would be shorter, and wrong. Swift takes the caller's
/// line only where a literal such as `#line` is itself the whole default. Inside any larger default expression, it is
/// the line of the declaration.
public struct CallSite: Sendable, Hashable, CustomStringConvertible {
  /// The module and file, as `#fileID` spells them: `"App/Counter.swift"`.
  public let fileID: StaticString
  /// The full path, as `#filePath` spells it.
  public let filePath: StaticString
  /// The line, from 1.
  public let line: UInt
  /// The column, from 1.
  public let column: UInt

  /// Makes a call site from its four values.
  @inlinable
  public init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// The line where this call is written.
  ///
  /// Do not use it as a default argument, where it is the line of that argument's declaration.
  public static func thisLine(
    _ fileID: StaticString = #fileID,
    _ filePath: StaticString = #filePath,
    _ line: UInt = #line,
    _ column: UInt = #column
  ) -> CallSite {
    CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Do not use it: as a default argument it names the line of the declaration.
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

  /// Whether two call sites are the same line and column of the same file.
  public static func == (a: CallSite, b: CallSite) -> Bool {
    a.line == b.line && a.column == b.column && a.fileID.description == b.fileID.description
  }

  /// Feeds the properties that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(fileID.description)
    hasher.combine(line)
    hasher.combine(column)
  }
}
