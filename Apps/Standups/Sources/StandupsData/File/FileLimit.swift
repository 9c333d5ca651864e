/// How much is read of files, so that none of them fills the memory.
package enum FileLimit: Sendable {
  /// The most megabytes of a file that are read, or written to the data file.
  package static let megabytes = 32
  /// The same in bytes.
  package static let bytes = megabytes << 20
}
