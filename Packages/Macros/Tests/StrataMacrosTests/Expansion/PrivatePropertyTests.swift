import Testing

@Suite struct PrivatePropertyTests {
  @Test func aPrivatePropertyIsMarkedAsSuch() {
    expectExpansion(
      of: """
        @Model struct Meeting {
          private var title: String
          init(title: String) {
            self.title = title
          }
        }
        """,
      to: """
        struct Meeting {
          private var title: String {
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
              $0.slot("title", $0.sendable(\\.title), isPrivate: true, line: 2)
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
}
