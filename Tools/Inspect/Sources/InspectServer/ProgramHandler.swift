import NIOCore
import StrataInspector

/// Reads the lines of one program.
final class ProgramHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let hub: ProgramHub
  private let page: String
  private var reader = RecordingReader(limits: RecordingReader.Limits(values: .max))
  private var program: (id: String, connection: Int)?

  init(_ hub: ProgramHub, page: String) {
    self.hub = hub
    self.page = page
  }

  func channelActive(context: ChannelHandlerContext) {
    let welcome: JSONValue = ["type": "welcome", "page": .string(page)]
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: "\(welcome)\n")), promise: nil)
    context.fireChannelActive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var buffer = unwrapInboundIn(data)
    var entries = reader.read(buffer.readBytes(length: buffer.readableBytes) ?? [])[...]
    guard !entries.isEmpty else { return }
    if program == nil {
      guard let header = begin(&entries, context.channel) else {
        return context.close(promise: nil)
      }
      program = header
    }
    if let program { hub.add(Array(entries), from: program.id, connection: program.connection) }
  }

  /// The first line has to be a header.
  private func begin(
    _ entries: inout ArraySlice<RecordingReader.Entry>,
    _ channel: any Channel
  ) -> (id: String, connection: Int)? {
    guard case .record(.header(let header))? = entries.popFirst()?.content else { return nil }
    let connection = hub.connect(header) { line in
      channel.writeAndFlush(ByteBuffer(bytes: line), promise: nil)
    }
    return connection.map { (header.id, $0) }
  }

  func channelInactive(context: ChannelHandlerContext) {
    if let program { hub.disconnect(program.id, connection: program.connection) }
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}
