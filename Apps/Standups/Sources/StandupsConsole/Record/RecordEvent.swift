import ProgramStreams

/// An event for the console of a running meeting.
enum RecordEvent: Sendable {
  case bytes([UInt8])
  case inputEnded
  /// The input cannot be read any more.
  case unread(InputFailure)
  case signal(Int32)
  /// The end of the meeting has been shown.
  case ended
  /// The meeting cannot be shown any more.
  case unshown(ChannelFailure)
}
