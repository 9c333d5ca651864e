// swift-format-ignore-file
// The sections "Dependencies" and "Overriding Dependencies". The document shows statements; the
// functions around them are added.
import Strata

extension FactPromptModel {
func getFact() async throws -> String {
let fact = try await node.factClient.fetch(count)
return fact
}
}

func anchoredWithAnotherClient() -> AppModel {
let model = AppModel().withAnchor {
  $0.factClient.fetch = { "\($0) is a great number!" }
}
return model
}

// `FactPromptModel(...)` stands for an initializer with arguments.
func promptWithAnotherClient(_ appModel: AppModel) {
appModel.factPrompt = FactPromptModel(count: 2, fact: "").withDependencies {
  $0.factClient.fetch = { "\($0) is a great number!" }
}
}
