package import Foundation
package import StandupsData

/// Where the program keeps its document, as a dependency: a file, or memory in a test.
package struct DataFile: Sendable {
  /// Changes a document; what it throws leaves the kept document as it was.
  package typealias Change = (inout StandupsDocument) throws(StandupsError) -> Void

  /// What messages call it.
  package var path: String
  /// Reads the document.
  package var load: @Sendable () throws(StandupsError) -> StandupsDocument
  /// Changes the document in one step and returns it as it is then; the first closure is called once
  /// if another process has to be waited for.
  package var change:
    @Sendable (_ onWait: () -> Void, _ change: Change) throws(StandupsError) -> StandupsDocument
  /// Where it is kept who has changed what; `nil` if nowhere.
  package var journal: Journal?

  /// Where it is kept who has changed what.
  package struct Journal: Sendable {
    /// What messages call it.
    package var path: String
    /// Gives the entries, oldest first.
    package var lines: @Sendable () throws(StandupsError) -> [Data]
    /// Adds entries, and gives what there is to say about a damaged journal that was moved aside.
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
  ///   - onWait: Is called once, if another process has to be waited for.
  ///   - change: Changes the document that is kept now.
  /// - Returns: What `change` returns.
  /// - Throws: ``StandupsError``, also that of `change`; the kept document is as it was then.
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
