import Foundation
import StandupsData
import StandupsFeatures
import StrataConcurrency
import Synchronization

extension DataFile {
  /// A data file in memory that can be made to fail.
  static func memory(
    _ document: StandupsDocument = StandupsDocument(),
    failing: StandupsError? = nil
  ) -> DataFile {
    let kept = Locked(document, rank: .leaf)
    return DataFile(
      path: "memory",
      load: { () throws(StandupsError) in
        if let failing { throw failing }
        return kept.withLock { $0 }
      },
      change: { (_, change, afterwards) throws(StandupsError) in
        if let failing { throw failing }
        var document = kept.withLock { $0 }
        try change(&document)
        let changed = document
        kept.withLock { $0 = changed }
        afterwards(changed, nil)
        return changed
      }
    )
  }
}

/// Records its inputs, from any thread.
final class Recorded<Value: Sendable>: Sendable {
  private let kept = Mutex<[Value]>([])

  var values: [Value] { kept.withLock { $0 } }

  func add(_ value: Value) {
    kept.withLock { $0.append(value) }
  }
}

func team(_ names: [String] = ["Ada", "Grace"], seconds: Int = 10) -> Standup {
  Standup(
    id: UUID(),
    handle: "sync",
    title: "Sync",
    plannedSeconds: seconds,
    attendees: names.map { Attendee(id: UUID(), name: $0) }
  )
}

func progress(
  _ standup: Standup = team(),
  advance: MeetingProgress.Advance = .hand
) -> MeetingProgress {
  MeetingProgress(standup, startedAt: Date(timeIntervalSince1970: 0), advance: advance)
}
