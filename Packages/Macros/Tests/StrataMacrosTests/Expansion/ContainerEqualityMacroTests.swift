import Testing

/// The equality that `@ModelContainer` writes; another suite tests the rest.
@Suite struct ContainerEqualityMacroTests {
  private let conformances = ["MemberwiseEquatable", "MemberwiseHashable"]

  @Test func comparesAndHashesEachCase() {
    expectExpansion(
      of: """
        @ModelContainer public enum Path: Hashable {
          case idle
          case detail(Detail)
          #if DEBUG
          case meeting(Meeting, standup: Standup)
          #endif
          @available(*, unavailable) case gone(Detail)
          mutating func visitModels(_ visitor: inout some ModelVisitor) {}
        }
        """,
      to: """
        public enum Path: Hashable {
          case idle
          case detail(Detail)
          #if DEBUG
          case meeting(Meeting, standup: Standup)
          #endif
          @available(*, unavailable) case gone(Detail)
          mutating func visitModels(_ visitor: inout some ModelVisitor) {}
        }

        nonisolated extension Path: StrataModels.MemberwiseEquatable, StrataModels.MemberwiseHashable {
          public func isMemberwiseEqual(to other: Self) -> Swift.Bool {
            switch self {
            case .idle:
              guard case .idle = other else {
                return false
              }
              return true
            case .detail(let value0):
              guard case .detail(let other0) = other else {
                return false
              }
              return StrataModels.MemberwiseComparison.hashable(value0) == StrataModels.MemberwiseComparison.hashable(other0)
            #if DEBUG
            case .meeting(let value0, standup: let value1):
              guard case .meeting(let other0, standup: let other1) = other else {
                return false
              }
              return StrataModels.MemberwiseComparison.hashable(value0) == StrataModels.MemberwiseComparison.hashable(other0)
                && StrataModels.MemberwiseComparison.hashable(value1) == StrataModels.MemberwiseComparison.hashable(other1)
            #endif
            case .gone:
              return false
            }
          }
          public func hashMembers(into hasher: inout Swift.Hasher) {
            switch self {
            case .idle:
              hasher.combine("idle")
            case .detail(let value0):
              hasher.combine("detail")
              hasher.combine(StrataModels.MemberwiseComparison.hashable(value0))
            #if DEBUG
            case .meeting(let value0, standup: let value1):
              hasher.combine("meeting")
              hasher.combine(StrataModels.MemberwiseComparison.hashable(value0))
              hasher.combine(StrataModels.MemberwiseComparison.hashable(value1))
            #endif
            case .gone:
              break
            }
          }
        }
        """,
      conformances: conformances
    )
  }

  @Test func comparesTheMembersOfAStruct() {
    expectExpansion(
      of: """
        @ModelContainer struct Tab: Equatable {
          let number: Int
          var page: Page
          #if DEBUG
          var inDebug = 1
          #endif
          mutating func visitModels(_ visitor: inout some ModelVisitor) {}
        }
        """,
      to: """
        struct Tab: Equatable {
          let number: Int
          var page: Page
          #if DEBUG
          var inDebug = 1
          #endif
          mutating func visitModels(_ visitor: inout some ModelVisitor) {}
        }

        nonisolated extension Tab: StrataModels.MemberwiseEquatable {
          func isMemberwiseEqual(to other: Self) -> Swift.Bool {
            guard StrataModels.MemberwiseComparison.equatable(self.number) == StrataModels.MemberwiseComparison.equatable(other.number) else {
              return false
            }
            guard StrataModels.MemberwiseComparison.equatable(self.page) == StrataModels.MemberwiseComparison.equatable(other.page) else {
              return false
            }
            #if DEBUG
            guard StrataModels.MemberwiseComparison.equatable(self.inDebug) == StrataModels.MemberwiseComparison.equatable(other.inDebug) else {
              return false
            }
            #endif
            return true
          }
        }
        """,
      conformances: conformances
    )
  }

  @Test(
    arguments: [
      "enum Path: Hashable {\n  case idle, busy\n  mutating func visitModels() {}\n}",
      "enum Path {\n  case page(Page)\n  mutating func visitModels() {}\n}",
      """
      enum Path: Equatable {
        case page(Page)
        mutating func visitModels() {}
        static func == (a: Path, b: Self) -> Bool { true }
      }
      """,
    ]
  )
  func writesNoEqualityThatIsThere(_ declaration: String) {
    expectExpansion(
      of: "@ModelContainer \(declaration)",
      to: declaration,
      conformances: conformances
    )
  }
}
