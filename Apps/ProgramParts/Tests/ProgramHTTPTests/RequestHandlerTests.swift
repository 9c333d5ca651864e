import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import ProgramHTTP

@Suite struct RequestHandlerTests {
  /// Some clients send no body before they are told to.
  @Test(arguments: [("100-Continue", true), ("200-ok", false)])
  func aClientThatWaitsWithItsBodyIsToldToGoOn(expectation: String, isTold: Bool) throws {
    let clients = Clients(most: 1)
    let handler = RequestHandler(clients, HTTPServiceLimits(), { _ in }, { _, _ in .close })
    let channel = EmbeddedChannel(handler: handler)
    var head = HTTPRequestHead(version: .http1_1, method: .POST, uri: "/")
    head.headers.add(name: "Expect", value: expectation)
    try channel.writeInbound(HTTPServerRequestPart.head(head))
    let part = try channel.readOutbound(as: HTTPServerResponsePart.self)
    let answer: HTTPResponseHead? = if case .head(let head) = part { head } else { nil }
    #expect(answer?.status == (isTold ? .continue : nil))
    _ = try channel.finish(acceptAlreadyClosed: true)
  }
}
