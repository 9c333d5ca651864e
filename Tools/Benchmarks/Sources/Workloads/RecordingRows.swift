import Foundation
import Measuring
import StrataInspector
import StrataModels

/// The cost of a recording for each write of a number; one row has a budget.
enum RecordingRows {
  static var all: [Workload] {
    [
      Workload("write, nothing recorded", count: 1_000_000) { writes(recordedBy: nil) },
      Workload("write while another tree is recorded", count: 1_000_000) {
        let recording = Recording()
        let other = recording.observe { Meter().withAnchor() }
        return writes(recordedBy: nil, keeping: [recording, other])
      },
      Workload("write recorded into memory", budget: 20, count: 50_000) {
        writes(recordedBy: Recording())
      },
      Workload("write recorded into memory, values before as well", count: 50_000) {
        writes(recordedBy: Recording(limits: RecordingLimits(keepsOldValues: true)))
      },
      Workload("write recorded into a file", count: 20_000) {
        let path = NSTemporaryDirectory() + "bench-\(UUID().uuidString).jsonl"
        let limits = RecordingLimits(bytes: 1 << 30)
        guard let recording = try? Recording(toFile: path, limits: limits) else {
          return Prepared(isRight: false) { _ in }
        }
        // The file lives as long as it is open.
        try? FileManager.default.removeItem(atPath: path)
        return writes(recordedBy: recording)
      },
      Workload("write recorded for an inspector that is missing", count: 50_000) {
        writes(recordedBy: Recording(liveAt: .unix("/nonexistent/socket")))
      },
    ]
  }

  private static func writes(recordedBy recording: Recording?, keeping: [Any] = []) -> Prepared {
    let meter = recording?.observe { Meter().withAnchor() } ?? Meter().withAnchor()
    meter.count = -1
    let isRight = recording.map { $0.page == nil && $0.bytes.count > 50 } ?? true
    return Prepared(isRight: isRight && meter.count == -1) { count in
      for number in 0..<count { meter.count = number &* 2 &+ 1 }
      withExtendedLifetime((recording, keeping)) {}
    }
  }
}
