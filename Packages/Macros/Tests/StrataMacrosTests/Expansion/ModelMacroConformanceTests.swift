import Testing

@Suite struct ModelMacroConformanceTests {
  @Test func declaresMembersWithTheStructsAccess() {
    expectExpansion(
      of: """
        @Model public struct Meeting {
          public var minutes = 5
        }
        """,
      to: """
        public struct Meeting {
          public var minutes {
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
            .init("Meeting") {
              $0.slot("minutes", $0.sendable(\\.minutes), line: 2)
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

        nonisolated extension Meeting: StrataModels.Model, Swift.Sendable, Swift.CustomReflectable {
          public var customMirror: Swift.Mirror {
            Swift.Mirror(self, children: [
              "minutes": self.minutes as Any,
            ], displayStyle: .`struct`)
          }
        }
        """
    )
  }

  @Test func declaresMembersForThePackage() {
    expectExpansion(
      of: """
        @Model package struct Meeting: Equatable {
          let id: Int
        }
        """,
      to: """
        package struct Meeting: Equatable {
          let id: Int

          package static let modelLayout: StrataModels.ModelLayout<Self> = _makeModelLayout()
          private static func _makeModelLayout() -> StrataModels.ModelLayout<Self> {
            .init("Meeting") { _ in }
          }

          package var modelNode: StrataModels.ModelNode<Self> {
            get {
              _modelNode
            }
            set {
              _modelNode = newValue
            }
          }

          var _modelNode = StrataModels.ModelNode<Self>()
        }

        nonisolated extension Meeting: StrataModels.Model, Swift.Sendable, Swift.CustomReflectable, StrataModels.MemberwiseEquatable {
          package func isMemberwiseEqual(to other: Self) -> Swift.Bool {
            guard
              self.id == other.id
            else {
              return false
            }
            return true
          }
          package var customMirror: Swift.Mirror {
            Swift.Mirror(self, children: [
              "id": self.id as Any,
            ], displayStyle: .`struct`)
          }
        }
        """
    )
  }

  @Test func cachesTheLayoutOfAGenericModel() {
    expectExpansion(
      of: """
        @Model struct Box<Value: Equatable> where Value: Sendable {
          var value: Value
        }
        """,
      to: """
        struct Box<Value: Equatable> where Value: Sendable {
          var value: Value {
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

          static var modelLayout: StrataModels.ModelLayout<Self> {
            .cached("Box") {
              $0.slot("value", $0.sendable(\\.value), line: 2)
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

        nonisolated extension Box: StrataModels.Model, Swift.Sendable, Swift.CustomReflectable {
          var customMirror: Swift.Mirror {
            Swift.Mirror(self, children: [
              "value": self.value as Any,
            ], displayStyle: .`struct`)
          }
        }
        """
    )
  }

  @Test func cachesTheLayoutInsideWhatMayBeGeneric() {
    expectExpansion(
      of: """
        extension Outer {
          @Model struct Inner {
            var value = 0
          }
        }
        """,
      to: """
        extension Outer {
          struct Inner {
            var value {
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

            static var modelLayout: StrataModels.ModelLayout<Self> {
              .cached("Inner") {
                $0.slot("value", $0.sendable(\\.value), line: 3)
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
        }

        nonisolated extension Outer.Inner: StrataModels.Model, Swift.Sendable, Swift.CustomReflectable {
          var customMirror: Swift.Mirror {
            Swift.Mirror(self, children: [
              "value": self.value as Any,
            ], displayStyle: .`struct`)
          }
        }
        """
    )
  }

  @Test func comparesTheStoredPropertiesExceptFunctions() {
    expectExpansion(
      of: """
        @Model struct Meeting: Equatable, Identifiable {
          let id: Int
          var minutes = 5
          var onEnd: (() -> Void)?
          let onStart: @Sendable () -> Void
          var seconds: Int { minutes * 60 }
        }
        """,
      to: """
        struct Meeting: Equatable, Identifiable {
          let id: Int
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
          var onEnd: (() -> Void)? {
            @storageRestrictions(initializes: _modelSlot_onEnd, accesses: _modelNode)
            init(newValue) {
              _modelNode.initialize(1, to: newValue)
              _modelSlot_onEnd = StrataModels.ModelSlotMark()
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

          private var _modelSlot_onEnd: StrataModels.ModelSlotMark
          let onStart: @Sendable () -> Void
          var seconds: Int { minutes * 60 }

          static let modelLayout: StrataModels.ModelLayout<Self> = _makeModelLayout()
          private static func _makeModelLayout() -> StrataModels.ModelLayout<Self> {
            .init("Meeting") {
              $0.slot("minutes", $0.sendable(\\.minutes), line: 3)
              $0.slot("onEnd", \\.onEnd, line: 4)
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

        nonisolated extension Meeting: StrataModels.Model, Swift.Sendable, Swift.CustomReflectable, StrataModels.MemberwiseEquatable {
          func isMemberwiseEqual(to other: Self) -> Swift.Bool {
            guard
              self.id == other.id,
              self.minutes == other.minutes
            else {
              return false
            }
            return true
          }
          var customMirror: Swift.Mirror {
            Swift.Mirror(self, children: [
              "id": self.id as Any,
              "minutes": self.minutes as Any,
              "onEnd": self.onEnd as Any,
              "onStart": self.onStart as Any,
            ], displayStyle: .`struct`)
          }
        }
        """
    )
  }

  @Test func hashesWhatItCompares() {
    expectExpansion(
      of: """
        @Model struct Meeting: Swift.Hashable & Sendable {
          let id: Int
          var minutes = 5
          var onEnd: () -> Void
        }
        """,
      to: """
        struct Meeting: Swift.Hashable & Sendable {
          let id: Int
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
          var onEnd: () -> Void {
            @storageRestrictions(initializes: _modelSlot_onEnd, accesses: _modelNode)
            init(newValue) {
              _modelNode.initialize(1, to: newValue)
              _modelSlot_onEnd = StrataModels.ModelSlotMark()
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

          private var _modelSlot_onEnd: StrataModels.ModelSlotMark

          static let modelLayout: StrataModels.ModelLayout<Self> = _makeModelLayout()
          private static func _makeModelLayout() -> StrataModels.ModelLayout<Self> {
            .init("Meeting") {
              $0.slot("minutes", $0.sendable(\\.minutes), line: 3)
              $0.slot("onEnd", \\.onEnd, line: 4)
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

        nonisolated extension Meeting: StrataModels.Model, Swift.CustomReflectable, StrataModels.MemberwiseEquatable, StrataModels.MemberwiseHashable {
          func isMemberwiseEqual(to other: Self) -> Swift.Bool {
            guard
              self.id == other.id,
              self.minutes == other.minutes
            else {
              return false
            }
            return true
          }
          func hashMembers(into hasher: inout Swift.Hasher) {
            hasher.combine(self.id)
            hasher.combine(self.minutes)
          }
          var customMirror: Swift.Mirror {
            Swift.Mirror(self, children: [
              "id": self.id as Any,
              "minutes": self.minutes as Any,
              "onEnd": self.onEnd as Any,
            ], displayStyle: .`struct`)
          }
        }
        """,
      conformances: ["Model", "CustomReflectable", "MemberwiseEquatable", "MemberwiseHashable"]
    )
  }

  @Test func comparesNothingWhereNothingIsStored() {
    expectExpansion(
      of: """
        @Model struct Empty: Hashable {
        }
        """,
      to: """
        struct Empty: Hashable {

          static let modelLayout: StrataModels.ModelLayout<Self> = _makeModelLayout()
          private static func _makeModelLayout() -> StrataModels.ModelLayout<Self> {
            .init("Empty") { _ in }
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

        nonisolated extension Empty: StrataModels.Model, Swift.Sendable, Swift.CustomReflectable, StrataModels.MemberwiseEquatable, StrataModels.MemberwiseHashable {
          func isMemberwiseEqual(to other: Self) -> Swift.Bool {
            true
          }
          func hashMembers(into hasher: inout Swift.Hasher) {

          }
          var customMirror: Swift.Mirror {
            Swift.Mirror(self, children: [:], displayStyle: .`struct`)
          }
        }
        """
    )
  }

  @Test func leavesAHandwrittenEqualityAlone() {
    expectExpansion(
      of: """
        @Model struct Meeting: Hashable {
          var minutes = 5
          static func == (lhs: Meeting, rhs: Self) -> Bool { lhs.minutes == rhs.minutes }
          func hash(into hasher: inout Hasher) { hasher.combine(minutes) }
        }
        """,
      to: """
        struct Meeting: Hashable {
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
          static func == (lhs: Meeting, rhs: Self) -> Bool { lhs.minutes == rhs.minutes }
          func hash(into hasher: inout Hasher) { hasher.combine(minutes) }

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

  @Test func comparesAComparable() {
    expectExpansion(
      of: """
        @Model struct Meeting: Comparable {
          var minutes = 5
          static func < (lhs: Self, rhs: Self) -> Bool { lhs.minutes < rhs.minutes }
        }
        """,
      to: """
        struct Meeting: Comparable {
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
          static func < (lhs: Self, rhs: Self) -> Bool { lhs.minutes < rhs.minutes }

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

        nonisolated extension Meeting: StrataModels.Model, Swift.Sendable, Swift.CustomReflectable, StrataModels.MemberwiseEquatable {
          func isMemberwiseEqual(to other: Self) -> Swift.Bool {
            guard
              self.minutes == other.minutes
            else {
              return false
            }
            return true
          }
          var customMirror: Swift.Mirror {
            Swift.Mirror(self, children: [
              "minutes": self.minutes as Any,
            ], displayStyle: .`struct`)
          }
        }
        """
    )
  }

  @Test func leavesAHandwrittenMirrorAlone() {
    expectExpansion(
      of: """
        @Model struct Meeting: CustomReflectable {
          var minutes = 5
          var customMirror: Mirror { Mirror(self, children: []) }
        }
        """,
      to: """
        struct Meeting: CustomReflectable {
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
          var customMirror: Mirror { Mirror(self, children: []) }

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

        nonisolated extension Meeting: StrataModels.Model, Swift.Sendable {
        }
        """,
      conformances: ["Model", "Sendable"]
    )
  }

  @Test func leavesHandwrittenConformancesAlone() {
    expectExpansion(
      of: """
        @Model struct Meeting: Model, Sendable {
          var minutes = 5
        }
        """,
      to: """
        struct Meeting: Model, Sendable {
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

        nonisolated extension Meeting: Swift.CustomReflectable {
          var customMirror: Swift.Mirror {
            Swift.Mirror(self, children: [
              "minutes": self.minutes as Any,
            ], displayStyle: .`struct`)
          }
        }
        """,
      conformances: ["CustomReflectable"]
    )
  }

  @Test func leavesAHandwrittenLayoutAlone() {
    expectExpansion(
      of: """
        @Model struct Meeting {
          var minutes = 5
          static let modelLayout = ModelLayout<Meeting>("M") { $0.slot("m", \\.minutes) }
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
          static let modelLayout = ModelLayout<Meeting>("M") { $0.slot("m", \\.minutes) }

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
}
