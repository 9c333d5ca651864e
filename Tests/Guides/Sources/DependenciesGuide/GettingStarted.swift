import ArticleOutput
import StrataDependencies

struct WeatherClient: Sendable {
  var temperature: @Sendable (String) async throws -> Double
}

extension WeatherClient: DependencyKey {
  static let liveValue = WeatherClient { town in
    try await Station.nearest(to: town).measure()
  }
}

extension DependencyValues {
  var weather: WeatherClient {
    get { self[WeatherClient.self] }
    set { self[WeatherClient.self] = newValue }
  }
}

struct Station {
  static func nearest(to town: String) async throws -> Station { Station() }
  func measure() async throws -> Double { 11.5 }
}

struct WeatherReport {
  @Dependency(\.weather) private var weather

  func text(for town: String) async throws -> String {
    let degrees = try await weather.temperature(town)
    return degrees < 5 ? "\(town): take a coat" : "\(town): \(degrees) degrees"
  }
}

@Sendable func gettingStarted() async throws {
  print(try await WeatherReport().text(for: "Bergen"))  // Bergen: 11.5 degrees

  let report = withDependencies {
    $0.weather.temperature = { _ in -3 }
  } operation: {
    WeatherReport()
  }
  print(try await report.text(for: "Bergen"))  // Bergen: take a coat
}
