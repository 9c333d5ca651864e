import StrataConcurrency
import Testing

@testable import StrataDependencies

@Suite struct DependencyContextTests {
  @Test func isTestInThisProcess() {
    #expect(DependencyContext.ofProcess == .test)
    #expect(DependencyValues().context == .test)
  }

  @Test(arguments: [
    ["/build/AppPackageTests.xctest", "--filter", "A"],
    ["/usr/bin/xctest"],
    ["/usr/libexec/swiftpm-testing-helper", "--test-bundle-path", "A"],
    ["/build/tests", "--testing-library", "swift-testing"],
  ])
  func isTestUnderATestRunner(arguments: [String]) {
    #expect(DependencyContext.detect(arguments: arguments, environment: [:]) == .test)
  }

  @Test(arguments: [[], ["/usr/bin/standups"], ["/usr/bin/xctestify", "a.xctest"]])
  func isLiveInAProgram(arguments: [String]) {
    #expect(DependencyContext.detect(arguments: arguments, environment: ["HOME": "/"]) == .live)
  }

  @Test func isPreviewInAPreview() {
    let environment = ["XCODE_RUNNING_FOR_PREVIEWS": "1"]
    #expect(DependencyContext.detect(arguments: ["App"], environment: environment) == .preview)
  }

  @Test(arguments: DependencyContext.allCases)
  func isWhatTheVariableSays(context: DependencyContext) {
    let detected = DependencyContext.detect(
      arguments: ["a.xctest"],
      environment: ["STRATA_DEPENDENCY_CONTEXT": context.rawValue]
    )
    #expect(detected == context)
  }

  @Test func reportsAVariableThatNamesNoContext() {
    let reports = reports {
      let detected = DependencyContext.detect(
        arguments: ["App"],
        environment: ["STRATA_DEPENDENCY_CONTEXT": "Live"]
      )
      #expect(detected == .live)
    }
    #expect(
      reports.map(\.message) == [
        "STRATA_DEPENDENCY_CONTEXT is \"Live\", which is no dependency context. Use live, preview "
          + "or test."
      ]
    )
  }
}
