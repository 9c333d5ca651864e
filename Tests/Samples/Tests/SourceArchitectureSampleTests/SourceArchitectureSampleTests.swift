import Foundation
import StrataConcurrency
import StrataRendering
import StrataSources
import Testing

@testable import SourcesAuthentication
@testable import SourcesLogging
@testable import SourcesMocking
@testable import SourcesPlaceholder
@testable import SourcesQuote
@testable import SourcesStatus

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The document's samples do what the document says.
@Suite struct SourceArchitectureSampleTests {
  @Test func placeholderIsPreviewed() {
    #expect(
      SourcesPlaceholder.QuoteView_Previews.previews.lines == [
        "\"Just a placeholder quote for development previews\"", "— Yourself", "[Get Random Quote]",
      ]
    )
  }

  @Test func liveSourceShowsAQuoteAndTheButtonGetsAnother() async {
    URLProtocol.registerClass(QuoteServer.self)
    let source = QuoteViewSource().eraseToSource()
    let view = SourcesQuote.QuoteView(source: source)
    for await model in source.values where model.quote == "quote 1" { break }
    #expect(view.lines == ["\"quote 1\"", "— Ada", "[Get Random Quote]"])
    view.press("Get Random Quote")
    for await model in source.values where model.quote == "quote 2" { break }
    #expect(view.lines.first == "\"quote 2\"")
  }

  @Test func statesHaveTheActionsThatAreLegalInThem() {
    let observer = Observer()
    observer.viewDidLoad()
    guard case .notAuthenticated(let out) = observer.currentModel else {
      Issue.record("authenticated at first")
      return
    }
    Account.$answer.withValue(.failure(WrongPassword())) {
      out.logInWithCredentials(SourcesAuthentication.Credentials())
    }
    out.logInWithCredentials(SourcesAuthentication.Credentials())
    guard case .authenticated(let user) = observer.authSource.model else {
      Issue.record("not authenticated")
      return
    }
    #expect(user.authToken == "token")
    #expect(!out.logInWithCredentials.isAvailable)
    user.logOut()
    #expect(observer.seen.count == 4)
    if case .notAuthenticated(let failed) = observer.seen[1] {
      #expect(failed.authError is WrongPassword)
    } else {
      Issue.record("the failure was not told")
    }
  }

  @Test func mockIsALiteral() {
    let test = MockedTest()
    test.setUp()
    test.testSubject.authModel?.logInWithCredentials(SourcesMocking.Credentials())
    #expect(test.loginExpectation.isFulfilled)
  }

  @Test func oneSourcePowersViewAndController() {
    // SAFETY: adds a constant.
    final class Coworker: SourceOf<CoworkerStatus>, @unchecked Sendable {
      let initialModel = CoworkerStatus(
        name: "Ada",
        avatar: UIImage(name: "avatar"),
        isOnline: false,
        statusMessage: "away"
      )
    }
    let coworker = Coworker()
    let source = coworker.eraseToSource()
    let view = StatusView(model: source.model)
    #expect(view.lines == ["o avatar Ada", "away"])
    let controller = StatusViewController(source: source)
    RenderDelivery.with(.immediate) { controller.render() }
    coworker.model = CoworkerStatus(
      name: "Ada",
      avatar: UIImage(name: "avatar"),
      isOnline: true,
      statusMessage: "here"
    )
    #expect(controller.shown == "Ada here green")
  }

  @Test func customOperatorLogsErrorsAndPassesModelsOn() {
    let failing = Source<Fetchable<Int>>(
      model: .failure(.init(error: WrongPassword(), failedAttempts: 3))
    )
    let logging = failing.loggingErrors()
    #expect(logging.model.failure?.failedAttempts == 3)
    #expect(logged.withLock { $0 }.contains("WrongPassword()"))
  }
}

/// Answers each request with the next quote.
final class QuoteServer: URLProtocol {
  private static let count = Locked(0, rank: .leaf)

  override class func canInit(with request: URLRequest) -> Bool {
    request.url?.host == "quotes.stormconsultancy.co.uk"
  }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    let number = Self.count.withLock { count in
      count += 1
      return count
    }
    let body = #"{"quote": "quote \#(number)", "author": "Ada"}"#
    if let url = request.url {
      let response = URLResponse(
        url: url,
        mimeType: nil,
        expectedContentLength: body.utf8.count,
        textEncodingName: nil
      )
      client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    }
    client?.urlProtocol(self, didLoad: Data(body.utf8))
    client?.urlProtocolDidFinishLoading(self)
  }

  override func stopLoading() {}
}
