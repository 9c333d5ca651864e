package import Foundation
package import StandupsData

/// The storage of the program's document, as a dependency: a file, or memory in a test.
package struct DataFile: Sendable {
  /// Changes a document; if it throws, the stored document stays as it was.
  package typealias Change = (inout StandupsDocument) throws(StandupsError) -> Void
  /// Receives a document that was stored, and the digest of its bytes, while no other process can change it.
  package typealias Afterwards = (StandupsDocument, _ digest: String?) -> Void

  /// Its name in messages.
  package var path: String
  /// Reads the document.
  package var load: @Sendable () throws(StandupsError) -> StandupsDocument
  /// Changes the document in one step and returns the new one.
  ///
  /// The first closure is called once if another process has to be waited for, the last one if the document has
  /// changed.
  package var change:
    @Sendable (_ onWait: () -> Void, _ change: Change, _ afterwards: Afterwards)
      throws(StandupsError) -> StandupsDocument
  /// The storage of the authors of changes; `nil` if there is none.
  package var journal: Journal?

  /// The storage of the authors of changes.
  package struct Journal: Sendable {
    /// Its name in messages.
    package var path: String
    /// Gives the entries, oldest first.
    package var lines: @Sendable () throws(StandupsError) -> [Data]
    /// Adds entries, and gives the report about a damaged file that was renamed; called while a change is stored.
    package var append: @Sendable ([Data]) throws(StandupsError) -> StandupsError?
    /// The digest of the stored document; `nil` if there is none.
    package var digest: @Sendable () throws(StandupsError) -> String?

    package init(
      path: String,
      lines: @escaping @Sendable () throws(StandupsError) -> [Data],
      append: @escaping @Sendable ([Data]) throws(StandupsError) -> StandupsError?,
      digest: @escaping @Sendable () throws(StandupsError) -> String?
    ) {
      self.path = path
      self.lines = lines
      self.append = append
      self.digest = digest
    }
  }

  package init(
    path: String,
    load: @escaping @Sendable () throws(StandupsError) -> StandupsDocument,
    change:
      @escaping @Sendable (() -> Void, Change, Afterwards) throws(StandupsError) ->
      StandupsDocument,
    journal: Journal? = nil
  ) {
    self.path = path
    self.load = load
    self.change = change
    self.journal = journal
  }

  /// The JSON file at a path.
  package static func file(_ path: String) -> DataFile {
    let file = DocumentFile(path: path)
    let journal = JournalFile(besides: file)
    return DataFile(
      path: path,
      load: { () throws(StandupsError) in try file.load() },
      change: { (onWait, change, afterwards) throws(StandupsError) in
        try file.update(
          onWait: onWait,
          { document throws(StandupsError) in try change(&document) },
          afterwards: { afterwards($0, $1) }
        ).document
      },
      journal: Journal(
        path: journal.path,
        lines: { () throws(StandupsError) in try journal.lines() },
        append: { lines throws(StandupsError) in try journal.append(lines) },
        digest: { () throws(StandupsError) in try file.digest() }
      )
    )
  }

  /// Changes the document in one step.
  ///
  /// - Parameters:
  ///   - onWait: Called once, if another process has to be waited for.
  ///   - change: Changes the current document.
  /// - Returns: The result of `change`.
  /// - Throws: ``StandupsError``, also that of `change`; the stored document is then as it was.
  package func update<Result>(
    onWait: () -> Void = {},
    _ change: (inout StandupsDocument) throws(StandupsError) -> Result
  ) throws(StandupsError) -> Result {
    var result: Result?
    _ = try self.change(
      onWait,
      { document throws(StandupsError) in result = try change(&document) },
      { _, _ in }
    )
    guard let result else { preconditionFailure("DataFile.change did not call its closure") }
    return result
  }
}
