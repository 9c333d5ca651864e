import StrataDependencies

struct Weather: DependencyKey, Sendable {
  var degrees: @Sendable (String) -> Int

  static let liveValue = Weather { _ in 11 }
}

struct Report {
  @Dependency(Weather.self) private var weather

  func text(for town: String) -> String { "\(town): \(weather.degrees(town)) degrees" }
}

print(Report().text(for: "Bergen"))
withDependencies {
  $0[Weather.self] = Weather { _ in -3 }
} operation: {
  print(Report().text(for: "Bergen"))
}
