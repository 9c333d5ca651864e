// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The declarations of Apple's Combine that the library and the sample code use, without implementations, like those of
// SwiftUI beside this file. The documentation is Apple's.

public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error
}

public protocol Cancellable {
  func cancel()
}

public final class AnyCancellable: Cancellable {
  public func cancel() { fatalError() }
}

public enum Subscribers {
  public enum Completion<Failure: Error> {
    case finished
    case failure(Failure)
  }
}

extension Publisher {
  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable { fatalError() }
}

public final class PassthroughSubject<Output, Failure: Error>: Publisher {
  public init() {}
  public func send(_ input: Output) { fatalError() }
}
