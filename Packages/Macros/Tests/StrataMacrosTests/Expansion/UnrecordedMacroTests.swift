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
            @storageRestrictions(initializes: _modelSlot_password, accesses: _modelNode)
            init(newValue) {
              _modelNode.initialize(0, to: newValue)
              _modelSlot_password = StrataModels.ModelSlotMark()
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

          private var _modelSlot_password: StrataModels.ModelSlotMark

          static let modelLayout = StrataModels.ModelLayout<Self>("Account") {
            $0.slot("password", $0.sendable(\\.password), isUnrecorded: true, line: 2)
          }
        """
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
