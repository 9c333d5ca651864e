import StrataExtensions
import StrataModels
import Testing

/// An `id` that changes while an identified array contains its model.
@Suite struct ChangedIDTests {
  @Test func isReportedWithThePropertyOfTheArray() {
    let cupboard = Cupboard(tags: [Tag(id: 1), Tag(id: 2)]).withAnchor()
    let texts = reports {
      cupboard.tags[0].id = 3
      // The array finds it again.
      cupboard.tags[0].id = 1
    }
    #expect(texts.count == 1)
    #expect(
      texts.first?.hasPrefix("The id of a Tag was changed while Cupboard.tags contains it.") == true
    )
  }

  @Test func isNoMistakeElsewhere() {
    let cupboard = Cupboard(tags: []).withAnchor()
    cupboard.list = [Tag(id: 1)]
    let texts = reports {
      cupboard.list[0].id = 2
      Tag(id: 3).id = 4
    }
    #expect(texts.isEmpty)
    #expect(cupboard.list[0].id == 2)
  }
}

/// A model with a variable identity, as the macro would write it.
private struct Tag: Model {
  static let modelLayout = ModelLayout<Tag>("Tag") { $0.slot("id", \.id) }
  var modelNode = ModelNode<Tag>()

  var id: Int {
    get { modelNode[0] }
    nonmutating set {
      modelNode[0] = newValue
      modelNode.noteChangedID()
    }
  }

  init(id: Int) { modelNode.initialize(0, to: id) }
}

/// A model with an identified array and a list.
private struct Cupboard: Model {
  static let modelLayout = ModelLayout<Cupboard>("Cupboard") {
    $0.slot("tags", \.tags)
    $0.slot("list", \.list)
  }
  var modelNode = ModelNode<Cupboard>()

  var tags: IdentifiedArrayOf<Tag> {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }
  var list: [Tag] {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
  }

  init(tags: IdentifiedArrayOf<Tag>) {
    modelNode.initialize(0, to: tags)
    modelNode.initialize(1, to: [Tag]())
  }
}
