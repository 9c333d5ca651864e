import Testing

@Suite struct ModelContainerMacroTests {
  @Test func showsThePayloadsOfEachCase() {
    expectExpansion(
      of: """
        @ModelContainer enum Path {
          case idle
          case detail(Detail)
          case meeting(Meeting, standup: Standup)
          indirect case next(Path), last(_: Path)
          case `default`(in: Meeting)
        }
        """,
      to: """
        enum Path {
          case idle
          case detail(Detail)
          case meeting(Meeting, standup: Standup)
          indirect case next(Path), last(_: Path)
          case `default`(in: Meeting)
        }

        nonisolated extension Path: StrataModels.ModelContainer {
          mutating func visitModels(_ visitor: inout some StrataModels.ModelVisitor) {
            switch self {
            case .idle:
              break
            case .detail(var value0):
              if visitor.visitMember(&value0) {
                self = .detail(value0)
              }
            case .meeting(var value0, standup: var value1):
              var isChanged = visitor.visitMember(&value0)
              isChanged = visitor.visitMember(&value1) || isChanged
              if isChanged {
                self = .meeting(value0, standup: value1)
              }
            case .next(var value0):
              if visitor.visitMember(&value0) {
                self = .next(value0)
              }
            case .last(var value0):
              if visitor.visitMember(&value0) {
                self = .last(value0)
              }
            case .`default`(in: var value0):
              if visitor.visitMember(&value0) {
                self = .`default`(in: value0)
              }
            }
          }
        }
        """,
      conformances: ["ModelContainer"]
    )
  }

  @Test func showsNothingWhereNoCaseHasAPayload() {
    expectExpansion(
      of: """
        @ModelContainer public enum Path {
          case idle, busy
        }
        """,
      to: """
        public enum Path {
          case idle, busy
        }

        nonisolated extension Path: StrataModels.ModelContainer {
          public mutating func visitModels(_ visitor: inout some StrataModels.ModelVisitor) {

          }
        }
        """,
      conformances: ["ModelContainer"]
    )
  }

  @Test func keepsConditionsAroundCases() {
    expectExpansion(
      of: """
        @ModelContainer enum Path {
          case detail(Detail)
          #if DEBUG
          case debug(Debug)
          #else
          case release
          #endif
        }
        """,
      to: """
        enum Path {
          case detail(Detail)
          #if DEBUG
          case debug(Debug)
          #else
          case release
          #endif
        }

        nonisolated extension Path: StrataModels.ModelContainer {
          mutating func visitModels(_ visitor: inout some StrataModels.ModelVisitor) {
            switch self {
            case .detail(var value0):
              if visitor.visitMember(&value0) {
                self = .detail(value0)
              }
            #if DEBUG
            case .debug(var value0):
              if visitor.visitMember(&value0) {
                self = .debug(value0)
              }
            #else
            case .release:
              break
            #endif
            }
          }
        }
        """,
      conformances: ["ModelContainer"]
    )
  }

  @Test func showsTheStoredPropertiesOfAStruct() {
    expectExpansion(
      of: """
        @ModelContainer struct Pair: Identifiable {
          var left: Detail, right: Detail
          let id: Int
          static var count = 0
          var both: [Detail] { [left, right] }
        }
        """,
      to: """
        struct Pair: Identifiable {
          var left: Detail, right: Detail
          let id: Int
          static var count = 0
          var both: [Detail] { [left, right] }
        }

        nonisolated extension Pair: StrataModels.ModelContainer {
          mutating func visitModels(_ visitor: inout some StrataModels.ModelVisitor) {
            do {
              var value = self.left
              if visitor.visitMember(&value) {
                self.left = value
              }
            }
            do {
              var value = self.right
              if visitor.visitMember(&value) {
                self.right = value
              }
            }
            visitor.visitConstant(\\.id, of: &self)
          }
        }
        """,
      conformances: ["ModelContainer"]
    )
  }

  @Test func leavesAHandwrittenVisitAlone() {
    expectExpansion(
      of: """
        @ModelContainer enum Path {
          case detail(Detail)
          mutating func visitModels(_ visitor: inout some ModelVisitor) {}
        }
        """,
      to: """
        enum Path {
          case detail(Detail)
          mutating func visitModels(_ visitor: inout some ModelVisitor) {}
        }

        nonisolated extension Path: StrataModels.ModelContainer {
        }
        """,
      conformances: ["ModelContainer"]
    )
  }

  @Test func leavesAHandwrittenConformanceAlone() {
    expectExpansion(
      of: """
        @ModelContainer enum Path: ModelContainer {
          case detail(Detail)
        }
        """,
      to: """
        enum Path: ModelContainer {
          case detail(Detail)
        }

        nonisolated extension Path {
          mutating func visitModels(_ visitor: inout some StrataModels.ModelVisitor) {
            switch self {
            case .detail(var value0):
              if visitor.visitMember(&value0) {
                self = .detail(value0)
              }
            }
          }
        }
        """,
      conformances: []
    )
  }

  @Test func showsConstantsAndWhatIsConditional() {
    expectExpansion(
      of: """
        @ModelContainer struct Pair {
          let left: Meeting, right: Meeting
          #if DEBUG
          var (third, fourth): (Meeting, Meeting)
          #elseif os(Linux)
          func name() {}
          #else
          let fifth = Meeting()
          #endif
          @available(*, deprecated) static var shared = 1
        }
        """,
      to: """
        struct Pair {
          let left: Meeting, right: Meeting
          #if DEBUG
          var (third, fourth): (Meeting, Meeting)
          #elseif os(Linux)
          func name() {}
          #else
          let fifth = Meeting()
          #endif
          @available(*, deprecated) static var shared = 1
        }

        nonisolated extension Pair: StrataModels.ModelContainer {
          mutating func visitModels(_ visitor: inout some StrataModels.ModelVisitor) {
            visitor.visitConstant(\\.left, of: &self)
            visitor.visitConstant(\\.right, of: &self)
            #if DEBUG
            do {
              var value = self.third
              if visitor.visitMember(&value) {
                self.third = value
              }
            }
            do {
              var value = self.fourth
              if visitor.visitMember(&value) {
                self.fourth = value
              }
            }
            #elseif os(Linux)
            #else
            visitor.visitConstant(\\.fifth, of: &self)
            #endif
          }
        }
        """,
      conformances: ["ModelContainer"]
    )
  }

  @Test func usesDeprecatedCasesWhereNobodyIsWarned() {
    expectExpansion(
      of: """
        @ModelContainer public enum Path {
          @available(*, deprecated) case old(Meeting)
          @available(*, unavailable, message: "gone") case gone(Meeting)
          case new(`in`: Meeting, `inout`: Meeting)
        }
        """,
      to: """
        public enum Path {
          @available(*, deprecated) case old(Meeting)
          @available(*, unavailable, message: "gone") case gone(Meeting)
          case new(`in`: Meeting, `inout`: Meeting)
        }

        nonisolated extension Path: StrataModels.ModelContainer {
          @available(*, deprecated) public mutating func visitModels(_ visitor: inout some StrataModels.ModelVisitor) {
            switch self {
            case .old(var value0):
              if visitor.visitMember(&value0) {
                self = .old(value0)
              }
            case .gone:
              break
            case .new(in: var value0, `inout`: var value1):
              var isChanged = visitor.visitMember(&value0)
              isChanged = visitor.visitMember(&value1) || isChanged
              if isChanged {
                self = .new(in: value0, `inout`: value1)
              }
            }
          }
        }
        """,
      conformances: ["ModelContainer"]
    )
  }

  @Test func identifiesTheCaseAndItsPayload() {
    expectExpansion(
      of: """
        @ModelContainer public enum Path: Identifiable {
          case idle
          #if DEBUG
          case debug(Meeting)
          #endif
          case meeting(Meeting, standup: Standup)
        }
        """,
      to: """
        public enum Path: Identifiable {
          case idle
          #if DEBUG
          case debug(Meeting)
          #endif
          case meeting(Meeting, standup: Standup)
        }

        nonisolated extension Path: StrataModels.ModelContainer, StrataModels.ContainerIdentifying {
          public mutating func visitModels(_ visitor: inout some StrataModels.ModelVisitor) {
            switch self {
            case .idle:
              break
            #if DEBUG
            case .debug(var value0):
              if visitor.visitMember(&value0) {
                self = .debug(value0)
              }
            #endif
            case .meeting(var value0, standup: var value1):
              var isChanged = visitor.visitMember(&value0)
              isChanged = visitor.visitMember(&value1) || isChanged
              if isChanged {
                self = .meeting(value0, standup: value1)
              }
            }
          }
          public func makeContainerID() -> StrataModels.ContainerID {
            switch self {
            case .idle:
              StrataModels.ContainerID("idle")
            #if DEBUG
            case .debug(let value0):
              StrataModels.ContainerID("debug", StrataModels.ContainerID.part(value0))
            #endif
            case .meeting(let value0, standup: let value1):
              StrataModels.ContainerID("meeting", StrataModels.ContainerID.part(value0), StrataModels.ContainerID.part(value1))
            }
          }
        }
        """,
      conformances: ["ModelContainer", "ContainerIdentifying"]
    )
  }

  @Test func identifiesAStructByItsMembers() {
    expectExpansion(
      of: """
        @ModelContainer struct Pair: Swift.Identifiable {
          let left: Meeting
          var right: Meeting
          func visitModels(_ visitor: inout some ModelVisitor) {}
        }
        """,
      to: """
        struct Pair: Swift.Identifiable {
          let left: Meeting
          var right: Meeting
          func visitModels(_ visitor: inout some ModelVisitor) {}
        }

        nonisolated extension Pair: StrataModels.ModelContainer, StrataModels.ContainerIdentifying {
          func makeContainerID() -> StrataModels.ContainerID {
            StrataModels.ContainerID("Pair", StrataModels.ContainerID.part(self.left), StrataModels.ContainerID.part(self.right))
          }
        }
        """,
      conformances: ["ModelContainer", "ContainerIdentifying"]
    )
  }
}
