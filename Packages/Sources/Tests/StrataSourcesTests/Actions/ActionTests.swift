import Foundation
import StrataConcurrency
import StrataSources
import Testing

@Suite struct ActionTests {
  @Test func callsThePrivateMethodWithAndWithoutInput() {
    let counter = CounterSource()
    counter.model.increment?()
    counter.model.add?(5)
    #expect(counter.model.count == 6)
    #expect(counter.calls == ["increment", "add 5"])
  }

  @Test func worksOnThePresentStateNotOnTheOneItWasTakenFrom() {
    let counter = CounterSource()
    let increment = counter.model.increment
    counter.set(1)
    increment?()
    #expect(counter.model.count == 2)
  }

  @Test func expiresWithTheStateThatOfferedIt() {
    let counter = CounterSource()
    let add = counter.model.add
    #expect(add?.isAvailable == true)
    counter.set(3)
    var error: ActionError.Code?
    add?(
      1,
      ifUnavailable: {
        error = $0.error?.code
        return false
      }
    )
    #expect(error == .expired)
    #expect(counter.calls.isEmpty)
    // A later state offers the same method again; an expired action stays expired.
    counter.set(0)
    #expect(add?.isAvailable == false)
    #expect(counter.model.add?.isAvailable == true)
  }

  @Test func holdsItsSourceWeakly() {
    var counter: CounterSource? = CounterSource()
    let increment = counter?.model.increment
    counter = nil
    #expect(increment?.unavailability?.code == .deinitialized)
    var message = ""
    increment?(ifUnavailable: {
      message = $0.error?.message ?? ""
      return false
    })
    #expect(message.contains("was deinitialized. Keep the source for as long"))
  }

  @Test func equalIfAndOnlyIfMethodAndSourceAreTheSame() {
    let (a, b) = (CounterSource(), CounterSource())
    let before = a.model.increment
    a.set(1)
    #expect(before == a.model.increment)
    #expect(before != b.model.increment)
    #expect(Action<Void> {} != Action<Void> {})
    let closure = Action<Int> { _ in }
    #expect(closure == closure)
    #expect(Action<Int>.doNothing == .doNothing)
    let actions = Set((0..<100).map { _ in CounterSource().model.increment })
    #expect(actions.count == 100)
    #expect(Set(actions.map(\.hashValue)).count > 90)
    #expect(a.model == a.model)
  }

  @Test func describesSourceAndMethod() throws {
    let counter = CounterSource()
    let action = try #require(counter.model.increment)
    #expect(action.description == "\(counter.eraseToSource().sourceID).incrementAction")
    #expect(action.description.hasPrefix("CounterSource#"))
    #expect(CounterSource().model.increment?.description != action.description)
  }

  @Test func inheritedActionsWork() {
    // SAFETY: what it adds is constant, `@Threadsafe`, locked, or read once for the initial model.
    class Base: SourceOf<Action<Void>>, @unchecked Sendable {
      @Action(Base.go) var goAction
      @Threadsafe var count = 0
      lazy var initialModel = goAction
      func go() { count += 1 }
    }
    // SAFETY: what it adds is constant, `@Threadsafe`, locked, or read once for the initial model.
    final class Derived: Base, @unchecked Sendable {}
    let derived = Derived()
    derived.model()
    #expect(derived.count == 1)
  }

  @Test func doNothingAndClosuresWork() {
    let calls = Locked<[String]>([], rank: .leaf)
    Action<Void>.doNothing()
    Action<String>.doNothing("x")
    Action<Void> { calls.withLock { $0.append("void") } }()
    Action<String> { calls.withLock { $0.append("ignores") } }("x")
    Action<String> { text in calls.withLock { $0.append(text) } }("takes")
    #expect(calls.withLock { $0 } == ["void", "ignores", "takes"])
  }

  @Test func mappedActionExecutesItsBaseAndExpiresWithIt() throws {
    let counter = CounterSource()
    let add = try #require(counter.model.add)
    let text = add.map { (text: String) in text.count }
    text("four")
    #expect(counter.model.count == 4)
    #expect(text.unavailability?.code == .expired)
    #expect(text == text)
    #expect(text != add.map { (text: String) in text.count })
  }

  @Test func findsActionsWhereverAModelHoldsThem() {
    enum Nested: Sendable {
      case none
      case some([String: [(Int, Action<Void>)]])
    }
    // SAFETY: what it adds is constant, `@Threadsafe`, locked, or read once for the initial model.
    final class Box: @unchecked Sendable {
      var next: Box?
      let action: Action<Void>?
      init(_ action: Action<Void>?) { self.action = action }
    }
    struct Big: Sendable {
      var name = "name"
      var numbers = [1, 2]
      var any: (any Sendable)?
      var nested = Nested.none
      var box: Box?
      var inner: [Big] = []
    }
    // SAFETY: what it adds is constant, `@Threadsafe`, locked, or read once for the initial model.
    final class Holder: SourceOf<Big>, @unchecked Sendable {
      @Action(Holder.go) private var goAction
      @Threadsafe var count = 0
      let initialModel = Big()
      private func go() { count += 1 }
      func offer(_ make: (Action<Void>) -> Big) -> Action<Void> {
        let action = goAction
        model = make(action)
        return action
      }
    }
    let holder = Holder()
    let circle = Box(nil)
    circle.next = circle
    #expect(holder.offer { Big(any: $0) }.isAvailable)
    #expect(holder.offer { Big(nested: .some(["a": [(1, $0)]])) }.isAvailable)
    #expect(holder.offer { Big(box: Box($0)) }.isAvailable)
    #expect(holder.offer { Big(inner: [Big(), Big(any: [$0])]) }.isAvailable)
    #expect(!holder.offer { _ in Big(box: circle) }.isAvailable)
    circle.next = nil
  }

  @Test func findsActionsInKeysAndInPartsOfCollections() {
    typealias Go = Action<Void>
    enum Row: Hashable, Sendable {
      case empty
      case pair(Int, go: Go)
      indirect case inner(Row)
    }
    struct Held: Sendable {
      var plain: [Go: String] = [:]
      var nested: [[Int: [Go: Int]]: Int] = [:]
      var optional: [Go?: Int] = [:]
      var erased: [AnyHashableValue: Int] = [:]
      var set: Set<[Go]> = []
      var rows: [Row: Int] = [:]
      var keys = [Go: String]().keys
      var values = [String: Go]().values
      var pairs: KeyValuePairs<Go, Int> = [:]
      var part = [String: Go]()[...]
      var dynamic: (any Sendable)?
    }
    // SAFETY: what it adds is constant, `@Threadsafe`, locked, or read once for the initial model.
    final class Holder: SourceOf<Held>, @unchecked Sendable {
      @Action(Holder.go) private var goAction
      let initialModel = Held()
      private func go() {}
      func offer(_ place: (inout Held, Go) -> Void) -> Go {
        var held = Held()
        let action = goAction
        place(&held, action)
        model = held
        return action
      }
    }
    let holder = Holder()
    #expect(holder.offer { $0.plain = [$1: "go"] }.isAvailable)
    #expect(holder.offer { $0.nested = [[1: [$1: 2]]: 3] }.isAvailable)
    #expect(holder.offer { $0.optional = [$1: 1] }.isAvailable)
    #expect(holder.offer { $0.erased = [AnyHashableValue($1): 1] }.isAvailable)
    #expect(holder.offer { $0.set = [[$1]] }.isAvailable)
    #expect(holder.offer { $0.rows = [.pair(1, go: $1): 1] }.isAvailable)
    #expect(holder.offer { $0.rows = [.inner(.pair(1, go: $1)): 1] }.isAvailable)
    #expect(holder.offer { $0.keys = [$1: "go"].keys }.isAvailable)
    #expect(holder.offer { $0.values = ["go": $1].values }.isAvailable)
    #expect(holder.offer { $0.pairs = [$1: 1] }.isAvailable)
    #expect(holder.offer { $0.part = ["go": $1][...] }.isAvailable)
    #expect(holder.offer { $0.dynamic = [$1: 1] }.isAvailable)
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      #expect(holder.offer { $0.dynamic = [$1, $1] as InlineArray<2, Go> }.isAvailable)
    }
    #expect(!holder.offer { _, _ in }.isAvailable)
  }

  @Test func executingDoesNotLookAtTheModelAgain() {
    // SAFETY: what it adds is constant, `@Threadsafe`, locked, or read once for the initial model.
    final class Counted: @unchecked Sendable, CustomReflectable {
      static let looks = Locked(0, rank: .leaf)
      var customMirror: Mirror {
        Counted.looks.withLock { $0 += 1 }
        return Mirror(self, children: [])
      }
    }
    struct Content: Sendable {
      let counted: Counted
      let go: Action<Void>
    }
    // SAFETY: what it adds is constant, `@Threadsafe`, locked, or read once for the initial model.
    final class Holder: SourceOf<Content>, @unchecked Sendable {
      @Action(Holder.go) private var goAction
      @Threadsafe var count = 0
      lazy var initialModel = Content(counted: Counted(), go: goAction)
      private func go() { count += 1 }
    }
    let holder = Holder()
    let go = holder.model.go
    for _ in 0..<100 { go() }
    #expect(holder.count == 100)
    #expect(Counted.looks.withLock { $0 } == 1)
  }

  @Test func statesOfferOnlyTheirActions() {
    let manager = SessionSource()
    guard case .notAuthenticated(let out) = manager.model else {
      Issue.record("starts authenticated")
      return
    }
    out.logIn("Ada")
    guard case .authenticated(let user) = manager.model else {
      Issue.record("did not log in")
      return
    }
    #expect(user.name == "Ada")
    #expect(out.logIn.unavailability?.code == .expired)
    user.logOut()
    #expect(!user.logOut.isAvailable)
    #expect(!out.logIn.isAvailable)
  }

  @Test func aLiteralIsAMock() {
    let calls = Locked<[String]>([], rank: .leaf)
    let mock = SessionModel.notAuthenticated(
      .init(logIn: Action { name in calls.withLock { $0.append(name) } })
    )
    if case .notAuthenticated(let out) = mock { out.logIn("Bob") }
    #expect(calls.withLock { $0 } == ["Bob"])
  }
}

// SAFETY: a constant, made of a Sendable value.
/// A value of any type, as a key.
private struct AnyHashableValue: Hashable, @unchecked Sendable {
  let base: AnyHashable
  init(_ base: some Hashable & Sendable) { self.base = AnyHashable(base) }
}

enum SessionModel: Sendable, Equatable {
  case notAuthenticated(NotAuthenticated)
  case authenticated(Authenticated)

  struct NotAuthenticated: Sendable, Equatable {
    let logIn: Action<String>
  }

  struct Authenticated: Sendable, Equatable {
    let name: String
    let logOut: Action<Void>
  }
}

// SAFETY: what it adds is constant, `@Threadsafe`, locked, or read once for the initial model.
final class SessionSource: SourceOf<SessionModel>, @unchecked Sendable {
  @Action(SessionSource.logIn) private var logInAction
  @Action(SessionSource.logOut) private var logOutAction
  lazy var initialModel = SessionModel.notAuthenticated(.init(logIn: logInAction))

  private func logIn(_ name: String) {
    model = .authenticated(.init(name: name, logOut: logOutAction))
  }

  private func logOut() { model = .notAuthenticated(.init(logIn: logInAction)) }
}
