package import StandupsData
package import StrataStores

// SAFETY: stores only constants.
/// Reads and changes the data file; the result is in the state.
package final class DocumentStore: Store<DocumentState>, @unchecked Sendable {
  private let file: DataFile
  private let onWait: @Sendable () -> Void
  private let onWarning: @Sendable (StandupsError) -> Void
  private let journal: ChangeJournal?
  private let history: ShellHistory?

  /// Makes a store that has not looked at the file yet.
  ///
  /// - Parameters:
  ///   - file: The data file.
  ///   - delivery: Delivers changes to subscribers.
  ///   - history: Records changes of this store.
  ///   - onWait: Called when another process has to be waited for.
  ///   - onWarning: Called when a change was made, but its author could not be recorded.
  package init(
    file: DataFile,
    delivery: StoreDelivery,
    history: ShellHistory? = nil,
    onWait: @escaping @Sendable () -> Void = {},
    onWarning: @escaping @Sendable (StandupsError) -> Void = { _ in }
  ) {
    self.file = file
    self.history = history
    journal = file.journal.map { ChangeJournal($0, onWarning: onWarning) }
    self.onWait = onWait
    self.onWarning = onWarning
    super.init(initialState: DocumentState(), delivery: delivery)
  }

  /// Reads the file.
  package func load() {
    do throws(StandupsError) {
      state.toRead(try file.load())
    } catch {
      state.toFailed(error)
    }
  }

  /// Changes the file in one step.
  ///
  /// - Parameter change: Changes the current document of the file, and returns a description of its change.
  package func change(
    _ change: (inout StandupsDocument) throws(StandupsError) -> DocumentChange
  ) {
    do throws(StandupsError) {
      var done: DocumentChange?
      var old: StandupsDocument?
      var hasWritten = false
      let document = try file.change(
        onWait,
        { document throws(StandupsError) in
          old = document
          done = try change(&document)
        },
        { document, digest in
          hasWritten = true
          if let old { journal?.note(from: old, to: document, by: done, digest) }
        }
      )
      if let old { history?.note(from: old, to: document) }
      if let done { state.toChanged(document, by: done, hasWritten: hasWritten) }
    } catch {
      state.toFailed(error)
    }
  }
  /// Reports something beside the result of a change.
  func warn(_ warning: StandupsError) { onWarning(warning) }
}
