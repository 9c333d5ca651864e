import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension HTTPFailure {
  /// The failure for an error of a connection.
  init(_ error: any Error, hasBegun: Bool = false) {
    switch error {
    case let failure as HTTPFailure: self = failure
    case HTTPParserError.invalidEOFState where hasBegun: self.init(.cut, "the answer was cut off")
    case HTTPParserError.invalidEOFState:
      self.init(.closed, "the connection was closed without an answer")
    case is HTTPParserError: self.init(.malformed, "the answer is not HTTP")
    case _ where hasBegun: self.init(.cut, "the answer was cut off")
    case let error as NIOConnectionError: self.init(.unreachable, Self.words(of: error))
    case let error as IOError where error.errnoCode == ECONNRESET || error.errnoCode == EPIPE:
      self.init(.closed, "the connection was closed without an answer")
    case let error as IOError: self.init(.unreachable, Self.words(of: error))
    case is ChannelError: self.init(.unreachable, "no connection could be made")
    case let error as NIOSSLError: self.init(.unreachable, Self.words(of: error))
    default: self.init(.unreachable, "\(error)")
    }
  }

  /// A server that speaks something else fails in the same step as one with a certificate of its own.
  private static func words(of error: NIOSSLError) -> String {
    let isCertificate =
      switch error {
      case .unableToValidateCertificate, .noCertificateToValidate: true
      default: "\(error)".contains("CERTIFICATE_VERIFY_FAILED")
      }
    return isCertificate
      ? "its certificate is not trusted" : "no secure connection could be made"
  }

  private static func words(of error: NIOConnectionError) -> String {
    if let cause = error.connectionErrors.lazy.compactMap({ $0.error as? IOError }).first {
      return words(of: cause)
    }
    return error.dnsAError == nil && error.dnsAAAAError == nil
      ? "no connection could be made" : "no such host is known"
  }

  private static func words(of error: IOError) -> String {
    // SAFETY: the text is copied before another call can change it.
    unsafe String(cString: strerror(error.errnoCode))
  }
}
