package import StrataModels

/// A meeting while it is held: its time passes with the clock of its place in the tree.
package struct RunningMeeting: Model {
  package static let modelLayout = ModelLayout<RunningMeeting>("RunningMeeting") {
    $0.slot("progress", \.progress)
  }

  package var modelNode = ModelNode<RunningMeeting>()

  /// Where the meeting stands.
  package private(set) var progress: MeetingProgress {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }

  /// Makes a meeting that goes on once it is anchored.
  package init(_ progress: MeetingProgress) {
    modelNode.initialize(0, to: progress)
  }

  /// Lets time pass, a second at a time, until the meeting has ended.
  package func onActivate() {
    node.task("meeting clock") {
      for await _ in node.continuousClock.timer(interval: .seconds(1)) {
        progress.tick()
        if progress.isEnded { return }
      }
    }
  }

  /// Does what a person wants.
  package func apply(_ input: MeetingInput) {
    progress.apply(input)
  }
}
