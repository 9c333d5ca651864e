// swift-format-ignore-file
// How the source is used. The document shows statements; the type around them is added.
import StrataSources

final class Observer {
let authSource: Source<AuthenticationModel>
var currentModel: AuthenticationModel
var seen: [AuthenticationModel] = []

init() {
// We always erase the concrete type and just reference a Source of the Model
let authSource: Source<AuthenticationModel> = AuthManager().eraseToSource()

// Get the the current value of the AuthenticationModel
let currentModel = authSource.model
self.authSource = authSource
self.currentModel = currentModel
}

func viewDidLoad() {
// Subscribe to stream of Model changes
authSource.subscribe(self, method: Self.handleAuthChange)
}

func handleAuthChange(_ model: AuthenticationModel) {
  // This method will get called every time the model changes, with the latest value
  seen.append(model)
}
}
