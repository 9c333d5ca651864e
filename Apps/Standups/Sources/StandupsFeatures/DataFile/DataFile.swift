package import Foundation
package import StandupsData

/// The storage of the program's document, as a dependency: a file, or memory in a test.
package struct DataFile: Sendable {
  /// Changes a document; if it throws, the stored document stays as it was.
  package typealias Change = (inout StandupsDocument) throws(StandupsError) -> Void

  /// Its name in messages.
  package var path: String
  /// Reads the document.
  package var load: @Sendable () throws(StandupsError) -> StandupsDocument
  /// Changes the document in one step and returns the new one.
  ///
  /// The first closure is called once if another process has to be waited for.
  package var change:
    @Sendable (_ onWait: () -> Void, _ change: Change) throws(StandupsError) -> StandupsDocument
  /// The storage of the authors of changes; `nil` if there is none.
  package var journal: Journal?

  /// The storage of the authors of changes.
  package struct Journal: Sendable {
    /// Its name in messages.
    package var path: String
    /// Gives the entries, oldest first.
    package var lines: @Sendable () throws(StandupsError) -> [Data]
    /// Adds entries, and gives the report about a damaged file that was renamed.
    package var append: @Sendable ([Data]) throws(StandupsError) -> StandupsError?

    package init(
      path: String,
      lines: @escaping @Sendable () throws(StandupsError) -> [Data],
      append: @escaping @Sendable ([Data]) throws(StandupsError) -> StandupsError?
    ) {
      self.path = path
      self.lines = lines
      self.append = append
    }
  }

  package init(
    path: String,
    load: @escaping @Sendable () throws(StandupsError) -> StandupsDocument,
    change: @escaping @Sendable (() -> Void, Change) throws(StandupsError) -> StandupsDocument,
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
      change: { (onWait, change) throws(StandupsError) in
        try file.update(onWait: onWait) { document throws(StandupsError) in
          try change(&document)
        }.document
      },
      journal: Journal(
        path: journal.path,
        lines: { () throws(StandupsError) in try journal.lines() },
        append: { lines throws(StandupsError) in try journal.append(lines) }
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
    _ = try self.change(onWait) { document throws(StandupsError) in
      result = try change(&document)
    }
    guard let result else { preconditionFailure("DataFile.change did not call its closure") }
    return result
  }
}
