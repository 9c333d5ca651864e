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

  package init(
    path: String,
    load: @escaping @Sendable () throws(StandupsError) -> StandupsDocument,
    change: @escaping @Sendable (() -> Void, Change) throws(StandupsError) -> StandupsDocument
  ) {
    self.path = path
    self.load = load
    self.change = change
  }

  /// The JSON file at a path.
  package static func file(_ path: String) -> DataFile {
    let file = DocumentFile(path: path)
    return DataFile(
      path: path,
      load: { () throws(StandupsError) in try file.load() },
      change: { (onWait, change) throws(StandupsError) in
        try file.update(onWait: onWait) { document throws(StandupsError) in
          try change(&document)
        }.document
      }
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
