import Foundation

/// A rule that a document breaks, and the element that breaks it.
struct DocumentProblem: Hashable {
  /// A path into the document: `standups[0].title`.
  var element: String
  var message: String
}

extension StandupsDocument {
  /// The first rule that this document breaks, or `nil`.
  func firstProblem() -> DocumentProblem? {
    if !MeetingLength.allowed.contains(settings.defaultSeconds) {
      return DocumentProblem(
        element: "settings.defaultSeconds",
        message: "A length lies between 1 and \(MeetingLength.allowed.upperBound) seconds."
      )
    }
    var ids: Set<UUID> = []
    var handles: Set<String> = []
    for (index, standup) in standups.enumerated() {
      let element = "standups[\(index)]"
      if !ids.insert(standup.id).inserted {
        return DocumentProblem(
          element: "\(element).id",
          message: "Two stand-ups have the same id."
        )
      }
      // First, because it bounds the texts: comparing long ones takes minutes.
      if let problem = standup.firstProblem() {
        return DocumentProblem(element: "\(element).\(problem.element)", message: problem.message)
      }
      if !handles.insert(standup.handle).inserted {
        return DocumentProblem(
          element: "\(element).handle",
          message: "Two stand-ups have the same handle."
        )
      }
    }
    return nil
  }
}

extension Standup {
  func firstProblem() -> DocumentProblem? {
    if let fault = NameRule.fault(of: title, called: "title") {
      return DocumentProblem(element: "title", message: fault)
    }
    if !Handle.isValid(handle) {
      return DocumentProblem(
        element: "handle",
        message: "A handle consists of lower-case letters, digits and hyphens."
      )
    }
    if !MeetingLength.allowed.contains(plannedSeconds) {
      return DocumentProblem(
        element: "plannedSeconds",
        message: "A length lies between 1 and \(MeetingLength.allowed.upperBound) seconds."
      )
    }
    return firstAttendeeProblem() ?? firstMeetingProblem()
  }

  private func firstAttendeeProblem() -> DocumentProblem? {
    var ids: Set<UUID> = []
    var names: Set<String> = []
    for (index, attendee) in attendees.enumerated() {
      let element = "attendees[\(index)]"
      if !ids.insert(attendee.id).inserted {
        return DocumentProblem(
          element: "\(element).id",
          message: "Two attendees have the same id."
        )
      }
      if let fault = NameRule.fault(of: attendee.name, called: "name") {
        return DocumentProblem(element: "\(element).name", message: fault)
      }
      if !names.insert(attendee.name.lowercased()).inserted {
        return DocumentProblem(
          element: "\(element).name",
          message: "Two attendees have the same name."
        )
      }
    }
    return nil
  }

  private func firstMeetingProblem() -> DocumentProblem? {
    var ids: Set<UUID> = []
    for (index, meeting) in meetings.enumerated() {
      let element = "meetings[\(index)]"
      if !ids.insert(meeting.id).inserted {
        return DocumentProblem(
          element: "\(element).id",
          message: "Two meetings have the same id."
        )
      }
      if let problem = meeting.firstProblem() {
        return DocumentProblem(
          element: problem.element.isEmpty ? element : "\(element).\(problem.element)",
          message: problem.message
        )
      }
    }
    return nil
  }
}

extension Meeting {
  fileprivate func firstProblem() -> DocumentProblem? {
    let years =
      Date(timeIntervalSince1970: -62_135_596_800)..<Date(timeIntervalSince1970: 253_402_300_800)
    guard years.contains(date) else {
      return DocumentProblem(element: "date", message: "A year lies between 1 and 9999.")
    }
    if let message = Self.fault(ofTime: seconds) {
      return DocumentProblem(element: "seconds", message: message)
    }
    for (index, turn) in turns.enumerated() {
      if let message = Self.fault(ofTime: turn.seconds) {
        return DocumentProblem(element: "turns[\(index)].seconds", message: message)
      }
      if let message = NoteRule.fault(of: turn.name) {
        return DocumentProblem(element: "turns[\(index)].name", message: message)
      }
    }
    for (index, line) in transcript.enumerated() {
      if let message = Self.fault(ofTime: line.second) {
        return DocumentProblem(element: "transcript[\(index)].second", message: message)
      }
      if let message = NoteRule.fault(of: line.speaker) ?? NoteRule.fault(of: line.text) {
        return DocumentProblem(element: "transcript[\(index)]", message: message)
      }
    }
    return nil
  }

  private static func fault(ofTime seconds: Int) -> String? {
    if MeetingLength.held.contains(seconds) { return nil }
    return seconds < 0
      ? "A time is negative."
      : "A time is longer than \(MeetingLength.held.upperBound) seconds."
  }
}
