public import Strata
import Synchronization

/// A wrapper whose value is shared by all copies of the struct that has the property.
@propertyWrapper final class Boxed: Sendable {
  private let value: Mutex<Int>
  var wrappedValue: Int {
    get { value.withLock(\.self) }
    set { value.withLock { $0 = newValue } }
  }
  init(wrappedValue: Int) { value = Mutex(wrappedValue) }
}

/// A wrapper of a value that is only read.
@propertyWrapper struct Constantly: Sendable {
  let wrappedValue: Int
}

/// One property of each kind.
@Model struct Kinds {
  let id: Int
  let fixed = "fixed"
  var inferred = 1
  var annotated: [String: Int] = [:]
  var required: String
  var optional: Int?
  var unwrapped: String!
  private(set) var guarded = 0
  var plain: Reference = Reference(0)
  var closure: (Int) -> Int = { $0 + 1 }
  var maker: @Sendable () async throws -> Int = { 1 }
  @available(*, message: "kept") var attributed = 1
  @Boxed var wrapped = 4
  @Constantly(wrappedValue: 5) var readOnly: Int
  static let shared = 3
  var `default` = true
  var computed: Int { inferred * 2 }
  var settable: Int {
    get { inferred }
    nonmutating set { inferred = newValue }
  }

  func guardMore() { guarded += 1 }
}

/// A class: a value that is not Equatable.
final class Reference: Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
}

@Model struct Hidden {
  private var secret = 3
  var shown = 1

  func reveal() -> Int { secret }
  func change() { secret += 1 }
}

/// Deprecated properties, and names that need backticks; the macro's code compiles without warnings.
@Model struct Unusual: Hashable {
  @available(*, deprecated, message: "on its way out") var old = 1
  @available(*, deprecated) let older = 2
  var `two words` = 3
  var newValue = 4
  var other = 5
  var hasher = 6
}

/// A class that not every thread may use.
final class Owner: Equatable {
  var name = ""

  static func == (lhs: Owner, rhs: Owner) -> Bool { lhs === rhs }
}

@Model struct Vouching: Equatable {
  // SAFETY: the tests use it from one thread.
  nonisolated(unsafe) let owner: Owner
  let onEnd: () -> Void
  var number = 1
}

@Model struct Constants {
  let number: Int
  let action: (Int) -> Void
}

@Model struct Nothing {}

@Model public struct Visible: Sendable {
  public private(set) var number = 1
  public let name: String

  public init(name: String) { self.name = name }

  public func onActivate() { number += 1 }
}

@Model package struct Packaged {
  package var number = 1
}

enum Surroundings {
  @Model struct Nested {
    var number = 1
  }
  @Model fileprivate struct Concealed {
    var number = 1
  }
  static func concealed() -> Int { Concealed().number }
}

extension Surroundings {
  @Model struct Extended {
    var number = 1
  }
}
