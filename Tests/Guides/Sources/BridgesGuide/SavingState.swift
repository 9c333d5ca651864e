import ArticleOutput
import Foundation
import StrataUpdates

struct Volume: Codable, Equatable, Sendable {
  var level = 5
  var isMuted = false

  static func update(
    state: Volume,
    action: VolumeAction,
    environment: Void
  ) -> Update<Volume, VolumeAction> {
    switch action {
    case .louder: Update(state: Volume(level: state.level + 1, isMuted: state.isMuted))
    case .mute: Update(state: Volume(level: state.level, isMuted: true))
    }
  }
}

enum VolumeAction: Sendable {
  case louder
  case mute
}

@Sendable func savingState() async throws {
  let store = StrataUpdates.Store(update: Volume.update, state: Volume(), environment: ())
  store.send(.louder)
  let data = try JSONEncoder().encode(store.state)

  let saved = try JSONDecoder().decode(Volume.self, from: data)
  let next = StrataUpdates.Store(update: Volume.update, state: saved, environment: ())
  print(next.state.level)  // 6
}
