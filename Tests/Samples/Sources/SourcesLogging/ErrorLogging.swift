// swift-format-ignore-file
// The section "Powerful set of built-in Models and Sources", with the edits that EXCEPTIONS.md names.
import Foundation
import StrataSources
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

protocol Errorable {
  var error: Error? { get }
}

/// A custom Source that observes an input Source whose Model conforms to Errorable, 
/// and if the value of the model ever has an error, logs it.
final class ErrorLoggingSource<Model: Errorable>: SourceOf<Model> {
  @Source var input: Model
  var initialModel: Model { input }
  init(_ inputSource: Source<Model>) {
    _input = inputSource
    super.init()
    _input.subscribe(self, ErrorLoggingSource.logErrorIfPresent)
  }

  func logErrorIfPresent(value: Model) {
    if let error = value.error {
        // Use some custom logging method for your app to log this error
        log(error)
    }
    model = value
  }
}

/// Add an extension to any Source of a Model that conforms to Errorable to return a version of it that logs all errors
extension Source where Model: Errorable {
  func loggingErrors() -> Source<Model> {
    ErrorLoggingSource(self).eraseToSource()    
  }
}

/// Example usage, let's conform the built-in Fetchable<Value> type to be Errorable
extension Fetchable: Errorable {
  var error: Error? {
    if case .failure(let failure) = self {
      return failure.error
    }
    return nil
  }
}

/// Now we can automatically log any errors fetching Network resources
let userSource: Source<Fetchable<User>> = FetchableDataSource(urlRequest: .init(url: userProfileURL))
                                  .eraseToSource()
                                  .jsonDecoded()  // Decodes a User struct from the data
                                  .loggingErrors() // Will automatically log errors as implemented above
