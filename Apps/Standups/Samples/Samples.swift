/// The files of this folder, which are built into the program so that `demo` works wherever it runs.
package enum Samples: Sendable {
  /// A team's data file with held meetings.
  package static var team: [UInt8] { PackageResources.team_json }
  /// Three more stand-ups as a table.
  package static var table: [UInt8] { PackageResources.team_csv }
  /// The notes of one meeting.
  package static var transcript: [UInt8] { PackageResources.transcript_txt }
}
