import Testing

@Suite struct ModelMacroTests {
  @Test func makesTheNodeInTheFirstPropertysInitAccessor() {
    expectExpansion(
      of: """
        @Model struct Meeting {
          var title: String
          var minutes = 5
        }
        """,
      to: """
        struct Meeting {
          var title: String {
            @storageRestrictions(initializes: _modelNode)
            init(newValue) {
              _modelNode = StrataModels.ModelNode()
              _modelNode.initialize(0, to: newValue)
            }
            get {
              _modelNode[0]
            }
            nonmutating set {
              _modelNode[0] = newValue
            }
            nonmutating _modify {
              yield &_modelNode[0]
            }
          }
          var minutes {
            @storageRestrictions(accesses: _modelNode)
            init(newValue) {
              _modelNode.initialize(1, to: newValue)
            }
            get {
              _modelNode[1]
            }
            nonmutating set {
              _modelNode[1] = newValue
            }
            nonmutating _modify {
              yield &_modelNode[1]
            }
          }

          static let modelLayout: StrataModels.ModelLayout<Self> = _makeModelLayout()
          private static func _makeModelLayout() -> StrataModels.ModelLayout<Self> {
            .init("Meeting") {
              $0.slot("title", $0.sendable(\\.title), line: 2)
              $0.slot("minutes", $0.sendable(\\.minutes), line: 3)
            }
          }

          var modelNode: StrataModels.ModelNode<Self> {
            get {
              _modelNode
            }
            set {
              _modelNode = newValue
            }
          }

          private var _modelNode: StrataModels.ModelNode<Self>
        }

        nonisolated extension Meeting: StrataModels.Model, Swift.Sendable, Swift.CustomReflectable {
          var customMirror: Swift.Mirror {
            Swift.Mirror(self, children: [
              "title": self.title as Any,
              "minutes": self.minutes as Any,
            ], displayStyle: .`struct`)
          }
        }
        """
    )
  }

  @Test func makesTheNodeByItsDefaultWhereTheUserWritesAnInitializer() {
    expectExpansion(
      of: """
        @Model struct Meeting {
          var title: String
          init(title: String) {
            self.title = title
          }
        }
        """,
      to: """
        struct Meeting {
          var title: String {
            @storageRestrictions(initializes: _modelSlot_title, accesses: _modelNode)
            init(newValue) {
              _modelNode.initialize(0, to: newValue)
              _modelSlot_title = StrataModels.ModelSlotMark()
            }
            get {
              _modelNode[0]
            }
            nonmutating set {
              _modelNode[0] = newValue
            }
            nonmutating _modify {
              yield &_modelNode[0]
            }
          }

          private var _modelSlot_title: StrataModels.ModelSlotMark
          init(title: String) {
            self.title = title
          }

          static let modelLayout: StrataModels.ModelLayout<Self> = _makeModelLayout()
          private static func _makeModelLayout() -> StrataModels.ModelLayout<Self> {
            .init("Meeting") {
              $0.slot("title", $0.sendable(\\.title), line: 2)
            }
          }

          var modelNode: StrataModels.ModelNode<Self> {
            get {
              _modelNode
            }
            set {
              _modelNode = newValue
            }
          }

          private var _modelNode = StrataModels.ModelNode<Self>()
        }

        nonisolated extension Meeting: StrataModels.Model, Swift.Sendable, Swift.CustomReflectable {
          var customMirror: Swift.Mirror {
            Swift.Mirror(self, children: [
              "title": self.title as Any,
            ], displayStyle: .`struct`)
          }
        }
        """
    )
  }

  @Test func makesTheNodeByItsDefaultWhereNothingIsStoredInIt() {
    expectExpansion(
      of: """
        @Model struct Meeting {
          let id: Int
          let onEnd: () -> Void
        }
        """,
      to: """
        struct Meeting {
          let id: Int
          let onEnd: () -> Void

          static let modelLayout: StrataModels.ModelLayout<Self> = _makeModelLayout()
          private static func _makeModelLayout() -> StrataModels.ModelLayout<Self> {
            .init("Meeting") {
              _ = $0.sendable(\\.id)
            }
          }

          var modelNode: StrataModels.ModelNode<Self> {
            get {
              _modelNode
            }
            set {
              _modelNode = newValue
            }
          }

          var _modelNode = StrataModels.ModelNode<Self>()
        }

        nonisolated extension Meeting: StrataModels.Model, @unchecked Swift.Sendable, Swift.CustomReflectable {
          var customMirror: Swift.Mirror {
            Swift.Mirror(self, children: [
              "id": self.id as Any,
              "onEnd": self.onEnd as Any,
            ], displayStyle: .`struct`)
          }
        }
        """
    )
  }

  @Test func leavesWhatIsNotStoredByInstancesAsItIs() {
    expectExpansion(
      of: """
        @Model struct Meeting {
          var minutes = 5
          var seconds: Int {
            minutes * 60
          }
          var half: Int {
            get { minutes / 2 }
            nonmutating set { minutes = newValue * 2 }
          }
          static var longest = 60
          @Published var wrapped = 1
        }
        """,
      to: """
        struct Meeting {
          var minutes {
            @storageRestrictions(initializes: _modelNode)
            init(newValue) {
              _modelNode = StrataModels.ModelNode()
              _modelNode.initialize(0, to: newValue)
            }
            get {
              _modelNode[0]
            }
            nonmutating set {
              _modelNode[0] = newValue
            }
            nonmutating _modify {
              yield &_modelNode[0]
            }
          }
          var seconds: Int {
            minutes * 60
          }
          var half: Int {
            get { minutes / 2 }
            nonmutating set { minutes = newValue * 2 }
          }
          static var longest = 60
          @Published var wrapped = 1

          static let modelLayout: StrataModels.ModelLayout<Self> = _makeModelLayout()
          private static func _makeModelLayout() -> StrataModels.ModelLayout<Self> {
            .init("Meeting") {
              let wrapped = $0.storage(of: \\.wrapped)
              $0.accept(wrapped)
              $0.slot("minutes", $0.sendable(\\.minutes), line: 2)
            }
          }

          var modelNode: StrataModels.ModelNode<Self> {
            get {
              _modelNode
            }
            set {
              _modelNode = newValue
            }
          }

          private var _modelNode: StrataModels.ModelNode<Self>
        }

        nonisolated extension Meeting: StrataModels.Model, Swift.Sendable, Swift.CustomReflectable {
          var customMirror: Swift.Mirror {
            Swift.Mirror(self, children: [
              "minutes": self.minutes as Any,
            ], displayStyle: .`struct`)
          }
        }
        """
    )
  }

  @Test func movesPropertiesWithAttributesOfTheLanguage() {
    expectExpansion(
      of: """
        @Model struct Meeting {
          @available(macOS 15, *) var minutes = 5
          @usableFromInline
          internal private(set) var title = ""
        }
        """,
      to: """
        struct Meeting {
          @available(macOS 15, *)
          var minutes {
            @storageRestrictions(initializes: _modelNode)
            init(newValue) {
              _modelNode = StrataModels.ModelNode()
              _modelNode.initialize(0, to: newValue)
            }
            get {
              _modelNode[0]
            }
            nonmutating set {
              _modelNode[0] = newValue
            }
            nonmutating _modify {
              yield &_modelNode[0]
            }
          }
          @usableFromInline
          internal private(set) var title {
            @storageRestrictions(accesses: _modelNode)
            init(newValue) {
              _modelNode.initialize(1, to: newValue)
            }
            get {
              _modelNode[1]
            }
            nonmutating set {
              _modelNode[1] = newValue
            }
            nonmutating _modify {
              yield &_modelNode[1]
            }
          }

          static let modelLayout: StrataModels.ModelLayout<Self> = _makeModelLayout()
          private static func _makeModelLayout() -> StrataModels.ModelLayout<Self> {
            .init("Meeting") {
              $0.slot("minutes", $0.sendable(\\.minutes), line: 2)
              $0.slot("title", $0.sendable(\\.title), line: 4)
            }
          }

          var modelNode: StrataModels.ModelNode<Self> {
            get {
              _modelNode
            }
            set {
              _modelNode = newValue
            }
          }

          private var _modelNode: StrataModels.ModelNode<Self>
        }

        nonisolated extension Meeting: StrataModels.Model, Swift.Sendable, Swift.CustomReflectable {
          var customMirror: Swift.Mirror {
            Swift.Mirror(self, children: [
              "minutes": self.minutes as Any,
              "title": self.title as Any,
            ], displayStyle: .`struct`)
          }
        }
        """
    )
  }

  @Test func callsObserversAroundTheWrite() {
    expectExpansion(
      of: """
        @Model struct Meeting {
          var minutes = 5 {
            willSet(next) {
              if next < 0 {
                return
              }
              print(next)
            }
            didSet {
              if minutes > 60 { minutes = 60 }
            }
          }
        }
        """,
      to: """
        struct Meeting {
          var minutes {
            willSet(next) {
              if next < 0 {
                return
              }
              print(next)
            }
            didSet {
              if minutes > 60 { minutes = 60 }
            }
            @storageRestrictions(initializes: _modelNode)
            init(newValue) {
              _modelNode = StrataModels.ModelNode()
              _modelNode.initialize(0, to: newValue)
            }
            get {
              _modelNode[0]
            }
            nonmutating set {
              func assign() {
                _modelNode.assign(newValue, to: &self.minutes)
              }
              assign()
            }
            nonmutating _modify {
              yield &_modelNode[
                0,
                willSet: { next in
                  func observe() {
                    if next < 0 {
                      return
                    }
                    print(next)
                  }
                  observe()
                },
                didSet: { oldValue in
                  func observe() {
                    if minutes > 60 { minutes = 60 }
                  }
                  observe()
                }
              ]
            }
          }

          static let modelLayout: StrataModels.ModelLayout<Self> = _makeModelLayout()
          private static func _makeModelLayout() -> StrataModels.ModelLayout<Self> {
            .init("Meeting") {
              $0.slot("minutes", $0.sendable(\\.minutes), line: 2)
            }
          }

          var modelNode: StrataModels.ModelNode<Self> {
            get {
              _modelNode
            }
            set {
              _modelNode = newValue
            }
          }

          private var _modelNode: StrataModels.ModelNode<Self>
        }

        nonisolated extension Meeting: StrataModels.Model, Swift.Sendable, Swift.CustomReflectable {
          var customMirror: Swift.Mirror {
            Swift.Mirror(self, children: [
              "minutes": self.minutes as Any,
            ], displayStyle: .`struct`)
          }
        }
        """
    )
  }

  @Test func keepsNamesInBackticks() {
    expectExpansion(
      of: """
        @Model struct `Type` {
          var `default` = 5
        }
        """,
      to: """
        struct `Type` {
          var `default` {
            @storageRestrictions(initializes: _modelNode)
            init(newValue) {
              _modelNode = StrataModels.ModelNode()
              _modelNode.initialize(0, to: newValue)
            }
            get {
              _modelNode[0]
            }
            nonmutating set {
              _modelNode[0] = newValue
            }
            nonmutating _modify {
              yield &_modelNode[0]
            }
          }

          static let modelLayout: StrataModels.ModelLayout<Self> = _makeModelLayout()
          private static func _makeModelLayout() -> StrataModels.ModelLayout<Self> {
            .init("Type") {
              $0.slot("default", $0.sendable(\\.`default`), line: 2)
            }
          }

          var modelNode: StrataModels.ModelNode<Self> {
            get {
              _modelNode
            }
            set {
              _modelNode = newValue
            }
          }

          private var _modelNode: StrataModels.ModelNode<Self>
        }

        nonisolated extension `Type`: StrataModels.Model, Swift.Sendable, Swift.CustomReflectable {
          var customMirror: Swift.Mirror {
            Swift.Mirror(self, children: [
              "default": self.`default` as Any,
            ], displayStyle: .`struct`)
          }
        }
        """
    )
  }

  @Test func runsAnObserverThatAsksForNothingAfterTheChange() {
    expectExpansion(
      of: """
        @Model struct Meeting {
          var minutes: Int {
            didSet { check() }
          }
          init() { minutes = 5 }
        }
        """,
      to: """
        struct Meeting {
          var minutes: Int {
            didSet { check() }
            @storageRestrictions(initializes: _modelSlot_minutes, accesses: _modelNode)
            init(newValue) {
              _modelNode.initialize(0, to: newValue)
              _modelSlot_minutes = StrataModels.ModelSlotMark()
            }
            get {
              _modelNode[0]
            }
            nonmutating set {
              func assign() {
                _modelNode.assign(newValue, to: &self.minutes)
              }
              assign()
            }
            nonmutating _modify {
              defer {
                _modelNode.didChange(0) {
                  func observe() {
                    check()
                  }
                  observe()
                }
              }
              yield &_modelNode[0]
            }
          }

          private var _modelSlot_minutes: StrataModels.ModelSlotMark
          init() { minutes = 5 }

          static let modelLayout: StrataModels.ModelLayout<Self> = _makeModelLayout()
          private static func _makeModelLayout() -> StrataModels.ModelLayout<Self> {
            .init("Meeting") {
              $0.slot("minutes", $0.sendable(\\.minutes), line: 2)
            }
          }

          var modelNode: StrataModels.ModelNode<Self> {
            get {
              _modelNode
            }
            set {
              _modelNode = newValue
            }
          }

          private var _modelNode = StrataModels.ModelNode<Self>()
        }

        nonisolated extension Meeting: StrataModels.Model, Swift.Sendable, Swift.CustomReflectable {
          var customMirror: Swift.Mirror {
            Swift.Mirror(self, children: [
              "minutes": self.minutes as Any,
            ], displayStyle: .`struct`)
          }
        }
        """
    )
  }

  @Test func usesDeprecatedPropertiesWhereNobodyIsWarned() {
    expectExpansion(
      of: """
        @Model struct Meeting: Hashable {
          @available(*, deprecated) var minutes = 5
          nonisolated(unsafe) let owner: Owner
        }
        """,
      to: """
        struct Meeting: Hashable {
          @available(*, deprecated)
          var minutes {
            @storageRestrictions(initializes: _modelNode)
            init(newValue) {
              _modelNode = StrataModels.ModelNode()
              _modelNode.initialize(0, to: newValue)
            }
            get {
              _modelNode[0]
            }
            nonmutating set {
              _modelNode[0] = newValue
            }
            nonmutating _modify {
              yield &_modelNode[0]
            }
          }
          nonisolated(unsafe) let owner: Owner

          @available(*, deprecated) static let modelLayout: StrataModels.ModelLayout<Self> = _makeModelLayout()
          @available(*, deprecated) private static func _makeModelLayout() -> StrataModels.ModelLayout<Self> {
            .init("Meeting") {
              $0.slot("minutes", $0.sendable(\\.minutes), line: 2)
            }
          }

          var modelNode: StrataModels.ModelNode<Self> {
            get {
              _modelNode
            }
            set {
              _modelNode = newValue
            }
          }

          private var _modelNode: StrataModels.ModelNode<Self>
        }

        nonisolated extension Meeting: StrataModels.Model, Swift.Sendable, Swift.CustomReflectable, StrataModels.MemberwiseEquatable, StrataModels.MemberwiseHashable {
          @available(*, deprecated) func isMemberwiseEqual(to other: Self) -> Swift.Bool {
            guard
              self.minutes == other.minutes,
              unsafe self.owner == other.owner
            else {
              return false
            }
            return true
          }
          @available(*, deprecated) func hashMembers(into hasher: inout Swift.Hasher) {
            hasher.combine(self.minutes)
            hasher.combine(unsafe self.owner)
          }
          @available(*, deprecated) var customMirror: Swift.Mirror {
            Swift.Mirror(self, children: [
              "minutes": self.minutes as Any,
              "owner": unsafe self.owner as Any,
            ], displayStyle: .`struct`)
          }
        }
        """
    )
  }

  @Test func asksForTheConstantsBesideAFunction() {
    expectExpansion(
      of: """
        @Model public struct `Meeting Room`: Model {
          let (id, name): (Int, String)
          let onEnd: (@Sendable () -> Void)? = nil
          let onTap: ((@escaping () -> Void) -> Void)!
          nonisolated(unsafe) let owner: Owner
          var `two words`: (Int) -> Int
        }
        """,
      to: """
        public struct `Meeting Room`: Model {
          let (id, name): (Int, String)
          let onEnd: (@Sendable () -> Void)? = nil
          let onTap: ((@escaping () -> Void) -> Void)!
          nonisolated(unsafe) let owner: Owner
          var `two words`: (Int) -> Int {
            @storageRestrictions(initializes: _modelNode)
            init(newValue) {
              _modelNode = StrataModels.ModelNode()
              _modelNode.initialize(0, to: newValue)
            }
            get {
              _modelNode[0]
            }
            nonmutating set {
              _modelNode[0] = newValue
            }
            nonmutating _modify {
              yield &_modelNode[0]
            }
          }

          public static let modelLayout: StrataModels.ModelLayout<Self> = _makeModelLayout()
          private static func _makeModelLayout() -> StrataModels.ModelLayout<Self> {
            .init("Meeting Room") {
              _ = $0.sendable(\\.id)
              _ = $0.sendable(\\.name)
              _ = $0.sendable(\\.onEnd)
              $0.slot("two words", \\.`two words`, line: 6)
            }
          }

          public var modelNode: StrataModels.ModelNode<Self> {
            get {
              _modelNode
            }
            set {
              _modelNode = newValue
            }
          }

          private var _modelNode: StrataModels.ModelNode<Self>
        }

        nonisolated extension `Meeting Room`: @unchecked Swift.Sendable, Swift.CustomReflectable {
          public var customMirror: Swift.Mirror {
            Swift.Mirror(self, children: [
              "id": self.id as Any,
              "name": self.name as Any,
              "onEnd": self.onEnd as Any,
              "onTap": self.onTap as Any,
              "owner": unsafe self.owner as Any,
              "two words": self.`two words` as Any,
            ], displayStyle: .`struct`)
          }
        }
        """,
      conformances: ["Sendable", "CustomReflectable"]
    )
  }
}
