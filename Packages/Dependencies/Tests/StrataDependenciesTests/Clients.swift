import StrataDependencies

/// A dependency that is its own key and declares a live value only.
struct FactClient {
  var fetch: @Sendable (Int) -> String
  var count: @Sendable () -> Int = { 0 }
}

extension FactClient: DependencyKey {
  static let liveValue = FactClient(fetch: { "live \($0)" })
}

extension DependencyValues {
  var factClient: FactClient {
    get { self[FactClient.self] }
    set { self[FactClient.self] = newValue }
  }

  var greeting: String {
    get { self[GreetingKey.self] }
    set { self[GreetingKey.self] = newValue }
  }

  var answer: Int {
    get { self[AnswerKey.self] }
    set { self[AnswerKey.self] = newValue }
  }
}

/// A key with all three values.
enum GreetingKey: DependencyKey {
  static let liveValue = "live"
  static let previewValue = "preview"
  static let testValue = "test"
}

/// A key with a test value only.
enum AnswerKey: TestDependencyKey {
  static let testValue = 42
}

/// A key whose test value only stands in.
enum StandInKey: DependencyKey {
  static let liveValue = 1
  static let testValue: Int = standIn(-1, advice: "Say which.")
}
