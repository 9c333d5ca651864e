import ArticleOutput
import StrataConcurrency
import StrataDependencies

struct Greeting: DependencyKey {
  var text: String
  static let liveValue = Greeting(text: "Welcome")
  static let previewValue = Greeting(text: "Lorem ipsum")
  static let testValue = Greeting(text: "greeting")
}

func greeting(in context: DependencyContext) -> String {
  withDependencies {
    $0.context = context
  } operation: {
    @Dependency(Greeting.self) var greeting
    return greeting.text
  }
}

struct Printer: DependencyKey {
  var name: String
  static let liveValue = Printer(name: "laser")
}

@Sendable func livePreviewTest() async throws {
  print(greeting(in: .live))  // Welcome
  print(greeting(in: .preview))  // Lorem ipsum
  print(greeting(in: .test))  // greeting

  let handler: ReportSink.Handler = { _ in print("reported") }
  ReportSink.withHandler(handler) {
    withDependencies {
      $0.context = .test
    } operation: {
      @Dependency(Printer.self) var printer
      print(printer.name)
    }
  }
}
