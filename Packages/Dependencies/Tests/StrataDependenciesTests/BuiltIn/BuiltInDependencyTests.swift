import Foundation
import StrataConcurrency
import StrataDependencies
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct BuiltInDependencyTests {
  private func values(in context: DependencyContext) -> DependencyValues {
    var values = DependencyValues()
    values.context = context
    return values
  }

  private static let reported: [(@Sendable (DependencyValues) -> Any, String, String)] = [
    (
      { $0.continuousClock }, "ContinuousClockKey",
      "Override it with a clock that the test controls: `$0.continuousClock = …`."
    ),
    (
      { $0.suspendingClock }, "SuspendingClockKey",
      "Override it with a clock that the test controls: `$0.suspendingClock = …`."
    ),
    (
      { $0.date }, "DateGeneratorKey",
      "Override it, for example with `$0.date = .constant(…)`."
    ),
    (
      { $0.uuid }, "UUIDGeneratorKey",
      "Override it, for example with `$0.uuid = .incrementing`."
    ),
    (
      { $0.withRandomNumberGenerator }, "RandomNumberGeneratorKey",
      "Override it, for example with `$0.withRandomNumberGenerator = .seeded(1)`."
    ),
    (
      { $0.fileSystemPaths }, "FileSystemPathsKey",
      "Override it, for example with `$0.fileSystemPaths = .inside(folder)`."
    ),
    (
      { $0.urlSession }, "URLSessionKey",
      "Override it, for example with `$0.urlSession` set to a session whose configuration names a "
        + "protocol class that answers."
    ),
  ]

  @Test(arguments: reported.indices)
  func reportsWhereAConstantWouldHideAMistake(index: Int) {
    let (read, key, advice) = Self.reported[index]
    let reports = reports { _ = read(DependencyValues()) }
    #expect(
      reports.map(\.message) == [
        "\(key) is used in a test that does not override it, and its test value only stands in. "
          + advice
      ]
    )
  }

  @Test func standsInWithWhatDoesNoHarm() {
    _ = reports {
      let values = DependencyValues()
      #expect(values.date() == Date(timeIntervalSince1970: 0))
      #expect(values.uuid() == UUIDGenerator.numbered(0))
      #expect(values.fileSystemPaths.home.path == "/dev/null/home")
      #expect(values.fileSystemPaths.applicationSupport.path == "/dev/null/application-support")
      let paths = values.fileSystemPaths
      let folders = [paths.home, paths.temporary, paths.currentDirectory, paths.applicationSupport]
      #expect(folders.map(\.hasDirectoryPath) == [true, true, true, true])
    }
  }

  @Test func isTheSameOnEveryMachineWhereAConstantHidesNothing() {
    let reports = reports {
      let values = DependencyValues()
      #expect(values.calendar.identifier == .gregorian)
      #expect(values.calendar.timeZone == .gmt)
      #expect(values.calendar.locale?.identifier == "en_US_POSIX")
      #expect(values.locale.identifier == "en_US_POSIX")
      #expect(values.timeZone == .gmt)
      #expect(values.processEnvironment.variables.isEmpty)
    }
    #expect(reports.isEmpty)
  }

  @Test(arguments: [nil, "", "folder", "./folder"])
  func withoutAWholePathTheHomeIsThatOfTheAccount(variable: String?) throws {
    let line = try String(contentsOfFile: "/etc/passwd", encoding: .utf8)
      .split(separator: "\n").first { $0.split(separator: ":").dropFirst(2).first == "\(getuid())" }
    guard let line else { return }
    let account = line.split(separator: ":", omittingEmptySubsequences: false)[5]
    #expect(UserAccount.home == String(account))
    #expect(FileSystemPaths.userFolder(named: variable).path == account)
    #expect(FileSystemPaths.userFolder(named: variable).hasDirectoryPath)
    #expect(FileSystemPaths.userFolder(named: variable, account: "/account").path == "/account")
    #expect(FileSystemPaths.userFolder(named: "/other", account: "/account").path == "/other")
  }

  @Test(arguments: [DependencyContext.live, .preview])
  func isTheSystemsOutsideOfTests(context: DependencyContext) {
    let reports = reports {
      let values = values(in: context)
      #expect(values.continuousClock is ContinuousClock)
      #expect(values.suspendingClock is SuspendingClock)
      #expect(values.date.now > Date(timeIntervalSince1970: 1_700_000_000))
      #expect(values.uuid() != values.uuid())
      let random = values.withRandomNumberGenerator
      #expect(random { $0.next() } != random { $0.next() })
      #expect(values.calendar == .autoupdatingCurrent)
      #expect(values.locale == .autoupdatingCurrent)
      #expect(values.timeZone == .autoupdatingCurrent)
      #expect(values.processEnvironment == .live)
      #expect(values.processEnvironment["PATH"] != nil)
      #expect(values.fileSystemPaths == .live)
      #expect(values.fileSystemPaths.home.path.hasPrefix("/"))
      #expect(values.fileSystemPaths.currentDirectory.hasDirectoryPath)
      #expect(values.urlSession === URLSession.shared)
    }
    #expect(reports.isEmpty)
  }

  @Test func isOverriddenByProperty() {
    let folder = URL(fileURLWithPath: "/somewhere", isDirectory: true)
    let date = Date(timeIntervalSince1970: 1_000)
    withDependencies {
      $0.date = .constant(date)
      $0.uuid = .incrementing
      $0.withRandomNumberGenerator = .seeded(1)
      $0.continuousClock = ContinuousClock()
      $0.suspendingClock = SuspendingClock()
      $0.calendar = Calendar(identifier: .iso8601)
      $0.locale = Locale(identifier: "de_CH")
      $0.timeZone = TimeZone(secondsFromGMT: 3600) ?? .gmt
      $0.processEnvironment = ["NO_COLOR": "1"]
      $0.fileSystemPaths = .inside(folder)
      $0.urlSession = .shared
    } operation: {
      let values = DependencyValues.current
      let reports = reports {
        #expect(values.date() == date)
        #expect(values.uuid() == UUIDGenerator.numbered(0))
        #expect(values.continuousClock is ContinuousClock)
        #expect(values.suspendingClock is SuspendingClock)
        #expect(values.calendar.identifier == .iso8601)
        #expect(values.locale.identifier == "de_CH")
        #expect(values.timeZone.secondsFromGMT() == 3600)
        #expect(values.processEnvironment["NO_COLOR"] == "1")
        #expect(values.fileSystemPaths.temporary.path == "/somewhere/temporary")
        #expect(values.urlSession === URLSession.shared)
      }
      #expect(reports.isEmpty)
    }
  }

  @Test func neverWaitsOnTheClockOfATest() async throws {
    var clock: (any Clock<Duration>)?
    _ = reports { clock = DependencyValues().continuousClock }
    #expect(clock is ImmediateClock)
    try await clock?.sleep(for: .seconds(1_000_000))
    let sleeping = clock
    let cancelled = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      try await sleeping?.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await cancelled.value }
  }

  @Test func refusesEveryRequestOfATest() async throws {
    var session: URLSession?
    _ = reports { session = DependencyValues().urlSession }
    let url = try #require(URL(string: "http://localhost:9/"))
    let error = await #expect(throws: URLError.self) {
      _ = try await session?.data(from: url)
    }
    #expect(error?.code == .notConnectedToInternet)
  }
}
