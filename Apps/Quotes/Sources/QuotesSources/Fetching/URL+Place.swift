package import Foundation

extension URL {
  /// The address without a user's name and password.
  package var withoutUser: URL {
    guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true),
      parts.user != nil || parts.password != nil
    else { return self }
    (parts.user, parts.password) = (nil, nil)
    return parts.url ?? self
  }

  /// The address for people, without a user's name and password.
  var place: String { withoutUser.absoluteString }
}
