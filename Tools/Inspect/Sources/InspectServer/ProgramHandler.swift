import NIOCore
import StrataInspector

/// Reads the lines of one program.
final class ProgramHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let hub: ProgramHub
  /// The address of the page, which is secret; `nil` if any user of the machine can connect.
  private let page: String?
  private var reader = RecordingReader(limits: RecordingReader.Limits(values: .max))
  private var program: (id: String, connection: Int)?
  private let patience: TimeAmount
  private var deadline: Scheduled<Void>?

  init(_ hub: ProgramHub, page: String?, patience: TimeAmount) {
    self.hub = hub
    self.page = page
    self.patience = patience
  }

  func channelActive(context: ChannelHandlerContext) {
    var welcome: JSONObject = ["type": "welcome"]
    if let page { welcome["page"] = .string(page) }
    let line = "\(JSONValue.object(welcome))\n"
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: line)), promise: nil)
    startDeadline(context)
    context.fireChannelActive()
  }

  /// A connection without a program would keep others out.
  private func startDeadline(_ context: ChannelHandlerContext) {
    let channel = context.channel
    deadline = context.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
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
      deadline?.cancel()
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
    deadline?.cancel()
    if let program { hub.disconnect(program.id, connection: program.connection) }
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}
