import ProgramFiles
import StandupsData

/// The output of a command with `--json` that may have any number of elements, as ``MachineReport`` would write it.
///
/// Foundation's encoder keeps a tree of all values, which takes ten times the bytes of the text.
protocol WrittenReport {
  /// Writes the report, with its keys in order.
  ///
  /// - Parameters:
  ///   - json: Receives the one value.
  ///   - pass: Passes the text so far to the output; called after elements.
  /// - Throws: The error of `pass`.
  func write(
    to json: inout JSONWriter,
    _ pass: (inout JSONWriter) throws(ChannelFailure) -> Void
  ) throws(ChannelFailure)
}

/// `list`.
struct ListReport: WrittenReport {
  let standups: [Standup]

  func write(
    to json: inout JSONWriter,
    _ pass: (inout JSONWriter) throws(ChannelFailure) -> Void
  ) throws(ChannelFailure) {
    try json.object { json throws(ChannelFailure) in
      json.key("standups")
      try json.array(standups) { json, standup throws(ChannelFailure) in
        try standup.report(to: &json, pass)
        try pass(&json)
      }
    }
  }
}

/// `add`, `edit`, `remove` and `show`; the meetings are there for `show` only.
struct OneStandupReport: WrittenReport {
  let standup: Standup
  var withMeetings = false

  func write(
    to json: inout JSONWriter,
    _ pass: (inout JSONWriter) throws(ChannelFailure) -> Void
  ) throws(ChannelFailure) {
    try json.object { json throws(ChannelFailure) in
      if withMeetings {
        json.key("meetings")
        try standup.reportMeetings(to: &json, pass)
      }
      json.key("standup")
      try standup.report(to: &json, pass)
    }
  }
}

/// `meetings` without a number.
struct MeetingsReport: WrittenReport {
  let standup: Standup

  func write(
    to json: inout JSONWriter,
    _ pass: (inout JSONWriter) throws(ChannelFailure) -> Void
  ) throws(ChannelFailure) {
    try json.object { json throws(ChannelFailure) in
      json.key("handle")
      json.text(standup.handle)
      json.key("meetings")
      try standup.reportMeetings(to: &json, pass)
    }
  }
}

/// `meetings` with a number, and `record`.
struct OneMeetingReport: WrittenReport {
  let handle: String
  let meeting: Meeting
  let number: Int
  /// Whether it is that of `record`, which says that the meeting was saved.
  let isNew: Bool

  func write(
    to json: inout JSONWriter,
    _ pass: (inout JSONWriter) throws(ChannelFailure) -> Void
  ) throws(ChannelFailure) {
    try json.object { json throws(ChannelFailure) in
      json.key("handle")
      json.text(handle)
      json.key("meeting")
      try meeting.report(to: &json, number: number, withTranscript: true, pass)
      if isNew {
        json.key("saved")
        json.bool(true)
      }
    }
  }
}

extension Standup {
  /// Writes the stand-up without its meetings.
  fileprivate func report(
    to json: inout JSONWriter,
    _ pass: (inout JSONWriter) throws(ChannelFailure) -> Void
  ) throws(ChannelFailure) {
    try json.object { json throws(ChannelFailure) in
      json.key("attendees")
      try json.array(attendees) { json, attendee throws(ChannelFailure) in
        attendee.write(to: &json)
        try pass(&json)
      }
      json.key("handle")
      json.text(handle)
      json.key("id")
      json.id(id)
      if let meeting = meetings.last {
        json.key("lastMeeting")
        json.date(meeting.date)
      }
      json.key("meetings")
      json.number(meetings.count)
      json.key("plannedSeconds")
      json.number(plannedSeconds)
      json.key("theme")
      json.text(theme.rawValue)
      json.key("title")
      json.text(title)
    }
  }

  /// Writes its meetings with their numbers, counted from the oldest, without what was noted.
  fileprivate func reportMeetings(
    to json: inout JSONWriter,
    _ pass: (inout JSONWriter) throws(ChannelFailure) -> Void
  ) throws(ChannelFailure) {
    try json.array(meetings.enumerated()) { json, numbered throws(ChannelFailure) in
      let (index, meeting) = numbered
      try meeting.report(to: &json, number: index + 1, withTranscript: false, pass)
    }
  }
}

extension Meeting {
  fileprivate func report(
    to json: inout JSONWriter,
    number: Int,
    withTranscript: Bool,
    _ pass: (inout JSONWriter) throws(ChannelFailure) -> Void
  ) throws(ChannelFailure) {
    try json.object { json throws(ChannelFailure) in
      json.key("date")
      json.date(date)
      json.key("ending")
      json.text(ending.rawValue)
      json.key("id")
      json.id(id)
      json.key("number")
      json.number(number)
      json.key("seconds")
      json.number(seconds)
      if withTranscript {
        json.key("transcript")
        try json.array(transcript) { json, line throws(ChannelFailure) in
          line.write(to: &json)
          try pass(&json)
        }
      }
      json.key("turns")
      try json.array(turns) { json, turn throws(ChannelFailure) in
        turn.write(to: &json)
        try pass(&json)
      }
    }
  }
}
