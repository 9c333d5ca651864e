package import StandupsData
import StrataStores

/// The state of the data file.
package struct DocumentState: StateContainer {
  package enum State: EnumState {
    /// The file has not been read yet.
    case unread
    /// The content of the file when it was last read or changed.
    case read(StandupsDocument)
    /// It could not be read or changed.
    case failed(StandupsError)
  }

  package var current: State = .unread
  /// The last change since the file was read.
  package private(set) var change: DocumentChange?
  /// Whether the last change made the document differ, so that the file was written.
  package private(set) var hasWritten = false

  package init() {}
}

/// A change of the data file, with what it changed.
package enum DocumentChange: Hashable, Sendable {
  case added(Standup)
  case edited(Standup)
  case removed(Standup)
  case removedMeeting(Standup)
  case recorded(Meeting, Standup)
  case imported(ImportSummary)
  case settings(StandupsData.Settings)
  /// A change by a command of a shell was taken back.
  case undone(String)
  /// A change by a command of a shell was made again.
  case redone(String)
}

// MARK: - Queries

extension DocumentState {
  /// The document; `nil` unless the file was read.
  package var document: StandupsDocument? {
    switch current {
    case .read(let document): document
    case .unread, .failed: nil
    }
  }

  /// The failure.
  package var failure: StandupsError? {
    switch current {
    case .failed(let failure): failure
    case .unread, .read: nil
    }
  }
}

// MARK: - Transactions

extension DocumentState {
  /// The file was read.
  package mutating func toRead(_ document: StandupsDocument) {
    update {
      $0.current = .read(document)
      $0.change = nil
      $0.hasWritten = false
    }
  }

  /// The file was changed, or found to be as the change would make it.
  package mutating func toChanged(
    _ document: StandupsDocument,
    by change: DocumentChange,
    hasWritten: Bool
  ) {
    update {
      $0.current = .read(document)
      $0.change = change
      $0.hasWritten = hasWritten
    }
  }

  /// The file could not be read or changed.
  package mutating func toFailed(_ failure: StandupsError) {
    update {
      $0.current = .failed(failure)
      $0.change = nil
      $0.hasWritten = false
    }
  }
}
