import Testing

@Suite struct ModelDependencyMacroTests {
  @Test func asksByTheKeyPath() {
    expectExpansion(
      of: """
        struct Meeting: Model {
          @ModelDependency(\\.continuousClock) private var clock: any Clock<Duration>
        }
        """,
      to: """
        struct Meeting: Model {
          private var clock: any Clock<Duration> {
            get {
              modelNode.dependency(\\.continuousClock, line: 2)
            }
          }
        }
        """
    )
  }

  @Test func asksByTheType() {
    expectExpansion(
      of: """
        struct Meeting: Model {
          @ModelDependency var client: Facts.Client
          @ModelDependency() public var other: Client<Int>
        }
        """,
      to: """
        struct Meeting: Model {
          var client: Facts.Client {
            get {
              modelNode[Facts.Client.self, line: 2]
            }
          }
          public var other: Client<Int> {
            get {
              modelNode[Client<Int>.self, line: 3]
            }
          }
        }
        """
    )
  }

  @Test func asksByTheKey() {
    expectExpansion(
      of: """
        struct Meeting: Model {
          @ModelDependency(GreetingKey.self) var greeting: String
        }
        """,
      to: """
        struct Meeting: Model {
          var greeting: String {
            get {
              modelNode[GreetingKey.self, line: 2]
            }
          }
        }
        """
    )
  }

  @Test func isLeftAloneByModel() {
    expectExpansion(
      of: """
        @Model struct Meeting {
          @ModelDependency var client: Client
        }
        """,
      to: """
        struct Meeting {
          var client: Client {
            get {
              modelNode[Client.self, line: 2]
            }
          }

          static let modelLayout: StrataModels.ModelLayout<Self> = _makeModelLayout()
          private static func _makeModelLayout() -> StrataModels.ModelLayout<Self> {
            .init("Meeting") { _ in }
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

        nonisolated extension Meeting: StrataModels.Model, Swift.Sendable, Swift.CustomReflectable {
          var customMirror: Swift.Mirror {
            Swift.Mirror(self, children: [:], displayStyle: .`struct`)
          }
        }
        """
    )
  }
}
