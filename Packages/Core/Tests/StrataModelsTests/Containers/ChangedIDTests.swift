import StrataExtensions
import StrataModels
import Testing

/// An id that changes is reported while an identified array would no longer find its model.
@Suite struct ChangedIDTests {
  /// A model with a variable id, as the macro would write it.
  struct Member: Model {
    static let modelLayout = ModelLayout<Member>("Member") { $0.slot("id", \.id) }
    var modelNode = ModelNode<Member>()

    var id: Int {
      get { modelNode[0] }
      nonmutating set {
        modelNode[0] = newValue
        modelNode.noteChangedID()
      }
    }

    init(_ id: Int) { modelNode.initialize(0, to: id) }
  }

  struct Team: Model {
    static let modelLayout = ModelLayout<Team>("Team") {
      $0.slot("members", \.members)
      $0.slot("list", \.list)
    }
    var modelNode = ModelNode<Team>()

    var members: IdentifiedArrayOf<Member> {
      get { modelNode[0] }
      nonmutating set { modelNode[0] = newValue }
    }
    var list: [Member] {
      get { modelNode[1] }
      nonmutating set { modelNode[1] = newValue }
    }

    init(members: IdentifiedArrayOf<Member> = [], list: [Member] = []) {
      modelNode.initialize(0, to: members)
      modelNode.initialize(1, to: list)
    }
  }

  @Test func aNewIDIsReportedWithTheArray() {
    let team = Team(members: [Member(1), Member(2), Member(3)]).withAnchor()
    let texts = reports { team.members[1].id = 9 }
    #expect(texts.count == 1)
    #expect(texts.first?.hasPrefix("The id of a Member was changed while Team.members") == true)
    #expect(team.members[id: 2]?.id == 9)
  }

  @Test func theIDWithWhichItWasAddedIsNotReported() {
    let team = Team(members: [Member(1), Member(2), Member(3)]).withAnchor()
    #expect(reports { team.members[1].id = 2 } == [])
    _ = reports { team.members[1].id = 9 }
    #expect(reports { team.members[1].id = 2 } == [])
  }

  @Test func aRecordedWriteNamesTheIDThatTheModelHasThen() {
    let team = Team(list: [Member(1), Member(2)]).withAnchor()
    let log = team.recordWrites()
    team.list[0].id = 7
    team.list[0].id = 8
    #expect(log.records.map(\.place) == ["Team.list[7].id", "Team.list[8].id"])
  }

  @Test func outsideOfIdentifiedArraysAnIDMayChange() {
    let team = Team(members: [Member(1)], list: [Member(2)]).withAnchor()
    #expect(reports { team.list[0].id = 1 } == [])
    let member = Member(3)
    #expect(reports { member.id = 4 } == [])
  }
}
