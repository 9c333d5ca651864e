import Foundation
import StandupsData
import StrataDependencies

/// A meeting that could not be saved must not be lost, so it goes to a file that can be imported.
enum RescuedMeeting {
  /// Writes a document with one stand-up and one meeting to the temporary folder.
  ///
  /// - Returns: The error that prevented the meeting from being saved, with the remedy.
  static func keep(
    _ meeting: Meeting,
    of standup: Standup,
    after error: StandupsError
  ) -> StandupsError {
    var standup = standup
    standup.meetings = [meeting]
    let folder = DependencyValues.current.fileSystemPaths.temporary
    let id = meeting.id.uuidString.prefix(8).lowercased()
    let path = folder.appendingPathComponent("standups-\(standup.handle)-\(id).json").path
    var error = error
    do throws(StandupsError) {
      try DocumentFile.write(StandupsDocument(standups: [standup]).json(), to: path)
      error.message += " The meeting was kept in \(path); take it over with `standups import` then."
    } catch let second {
      error.message += " It could not be kept elsewhere either: \(second)"
    }
    return error
  }
}
