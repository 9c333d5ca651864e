package import StandupsFeatures

/// Turns the states of a running meeting into the text that shows the changes since the last one.
///
/// On a terminal, events scroll by above a region that is redrawn, and the bell rings when time is up. In a pipe,
/// it prints events, and a line for each tenth of the planned time.
package struct RecordPrinter: Sendable {
  private let isLive: Bool
  private let isKeyed: Bool
  private var region = LiveRegion()
  private var toldEvents = 0

  /// Makes a printer that has shown nothing yet.
  ///
  /// - Parameters:
  ///   - isLive: Whether the output is a terminal that can be drawn on.
  ///   - isKeyed: Whether a person types there and sees the possible keys.
  package init(isLive: Bool, isKeyed: Bool = true) {
    self.isLive = isLive
    self.isKeyed = isKeyed
  }

  /// The text that shows a state; empty if nothing that is shown changed.
  package mutating func text(
    _ progress: MeetingProgress,
    typed: String,
    rings: Bool,
    on surface: Surface
  ) -> String {
    let events = progress.events[toldEvents...]
    toldEvents = progress.events.count
    let told = events.filter { !isLive || !$0.isShownByTheBar }
    let lines = told.compactMap { RecordScreen.line($0, of: progress, paint: surface.paint) }
    guard isLive else { return lines.map { $0 + "\n" }.joined() }
    var text = ""
    if !lines.isEmpty || progress.isEnded {
      text += region.erase() + lines.map { $0 + "\n" }.joined()
    }
    if rings, events.contains(where: \.rings) { text += "\u{7}" }
    if !progress.isEnded {
      var lines = RecordScreen.lines(progress, typed: typed, on: surface)
      // The last two are the hint and the prompt; the latter may be the question, which must be seen.
      if !isKeyed, progress.phase != .asking { lines.removeLast(2) }
      text += region.draw(lines)
    }
    return text
  }

  /// The text that takes the live region away when the meeting cannot be shown to its end.
  package mutating func erase() -> String { region.erase() }
}

extension MeetingProgress.Event {
  fileprivate var rings: Bool {
    switch kind {
    case .shareIsUp, .timeIsUp: true
    case .speaks, .noted, .passed, .paused, .resumed, .asked, .refused, .unreadable, .tooLong,
      .ended:
      false
    }
  }

  fileprivate var isShownByTheBar: Bool {
    switch kind {
    case .passed, .asked: true
    case .speaks, .noted, .shareIsUp, .timeIsUp, .paused, .resumed, .refused, .unreadable, .tooLong,
      .ended:
      false
    }
  }
}
