import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite struct UnrecordedMacroTests {
  @Test func anUnrecordedPropertyIsASlotThatIsMarkedAsSuch() {
    expectExpansion(
      of: """
        @Model struct Account {
          @Unrecorded var password: String
        }
        """,
      to: """
        struct Account {
          var password: String {
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
            .init("Account") {
              $0.slot("password", $0.sendable(\\.password), isUnrecorded: true, line: 2)
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

        nonisolated extension Account: StrataModels.Model, Swift.Sendable, Swift.CustomReflectable {
          var customMirror: Swift.Mirror {
            Swift.Mirror(self, children: [
              "password": self.password as Any,
            ], displayStyle: .`struct`)
          }
        }
        """
    )
  }

  @Test func outsideOfATypeTheAttributeWouldDoNothing() {
    expectExpansion(
      of: "@Unrecorded var password = 0",
      to: "var password = 0",
      diagnostics: [
        DiagnosticSpec(
          message: """
            @Unrecorded marks a stored 'var' of a struct with @Model. For other values, name the property \
            in RecordingLimits
            """,
          line: 1,
          column: 1
        )
      ]
    )
  }

  @Test func elsewhereTheAttributeWouldDoNothing() {
    expectExpansion(
      of: """
        struct Account {
          @Unrecorded var password: String
        }
        """,
      to: """
        struct Account {
          var password: String
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            @Unrecorded marks a stored 'var' of a struct with @Model. For other values, name the property \
            in RecordingLimits
            """,
          line: 2,
          column: 3
        )
      ]
    )
  }
}
