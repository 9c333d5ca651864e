import Foundation

/// Shows on a terminal what is being measured, in one line that is overwritten.
enum Progress {
  private static let isTerminal = isatty(FileHandle.standardError.fileDescriptor) != 0

  static func show(_ text: String) { write("\r\u{1B}[K\(text)") }

  static func clear() { write("\r\u{1B}[K") }

  private static func write(_ text: String) {
    if isTerminal { FileHandle.standardError.write(Data(text.utf8)) }
  }
}
