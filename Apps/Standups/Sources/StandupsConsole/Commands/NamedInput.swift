import ProgramFiles
import ProgramStreams
import StandupsData
import StrataDependencies

/// A file that a person named, where `-` names standard input.
enum NamedInput {
  /// Reads it to its end.
  ///
  /// - Returns: Its content and what messages call it.
  /// - Throws: ``StandupsError`` if there is no such file, or standard input belongs to the shell; ``ChannelFailure`` if
  ///   standard input cannot be read.
  static func read(_ name: String) async throws -> (content: [UInt8], name: String) {
    guard name == "-" else { return (try DocumentFile.read(name), name) }
    let console = DependencyValues.current.console
    guard !console.isShell else {
      throw StandupsError(.usage, "The shell reads standard input itself; name a file.")
    }
    var content: [UInt8] = []
    while content.count <= FileLimit.bytes, let bytes = try await console.readBytes() {
      content += bytes
    }
    guard content.count <= FileLimit.bytes else {
      throw SystemFailure.tooLarge.whileReading("standard input")
    }
    return (content, "standard input")
  }
}
