public import StrataRendering
public import StrataSources

/// The display of a lamp, with its actions.
public nonisolated enum LampModel: Sendable, Equatable {
  case off(turnOn: Action<Void>)
  case on(turnOff: Action<Void>)

  public var word: String {
    switch self {
    case .off: "off"
    case .on: "on"
    }
  }
}

// SAFETY: adds constants.
public nonisolated final class Lamp: SourceOf<LampModel>, @unchecked Sendable {
  @Action(Lamp.turnOn) private var turnOnAction
  @Action(Lamp.turnOff) private var turnOffAction
  public var initialModel: LampModel { .off(turnOn: turnOnAction) }

  public override init() { super.init() }

  private func turnOn() { model = .on(turnOff: turnOffAction) }
  private func turnOff() { model = .off(turnOn: turnOnAction) }
}

/// Shows a lamp, on the main actor.
public final class LampLine: Renderer {
  @Source public var model: LampModel
  public private(set) var shown: [String] = []

  public init(source: Source<LampModel>) { _model = source }

  public func render() { shown.append(model.word) }
}

/// Shows a lamp as a view.
public struct LampView: View, Renderer {
  @Source public var model: LampModel

  public init(source: Source<LampModel>) { _model = source }

  public var body: some View { Text("lamp: \(model.word)") }
}
