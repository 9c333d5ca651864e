import Explorer
import StrataConcurrency
import StrataCore

/// Programs about children that come and go.
let structurePrograms = [
  Program("structure-append", "No child that is appended by several threads is lost.") { scene in
    let root = Row(0)
    let anchor = Anchor(root.context, at: .thisLine())
    for number in 1...2 {
      scene.thread { root.rows.append(Row(number)) }
    }
    scene.thread { _ = root.rows.map(\.number) }
    scene.atEnd {
      expect(root.rows.map(\.number).sorted() == [1, 2], "the rows are \(root.rows.map(\.number))")
      expect(root.rows.allSatisfy(\.isLive), "a row is not live")
      withExtendedLifetime(anchor) {}
    }
  },
  Program(
    "structure-nested",
    "A context that is found through the tree is part of it, at any depth."
  ) { scene in
    let root = Row(0)
    let anchor = Anchor(root.context, at: .thisLine())
    scene.thread { root.rows.append(Row(1, [Row(2, [Row(3)])])) }
    scene.thread {
      let rows = root.rows
      let children = rows.flatMap(\.rows)
      let grandchildren = children.flatMap(\.rows)
      expect(rows.count == grandchildren.count, "a row that joins is found without its children")
      for row in rows + children + grandchildren {
        expect(row.isLive, "row \(row.number) is not live")
      }
    }
    scene.atEnd { withExtendedLifetime(anchor) {} }
  },
  Program(
    "structure-nested-removed",
    "A branch that another thread removes while it joins leaves whole."
  ) { scene in
    let root = Row(0)
    let anchor = Anchor(root.context, at: .thisLine())
    let leaf = Row(3)
    let branch = [Row(1, [Row(2, [leaf])])]
    let rows = branch + branch[0].rows + [leaf]
    scene.thread { root.context.transaction { root.rows += branch } }
    scene.thread { root.rows.removeAll() }
    scene.thread { silence { _ = root.rows.flatMap(\.rows).flatMap(\.rows) } }
    scene.atEnd {
      let isInTree = !root.rows.isEmpty
      for row in rows {
        expect(row.isLive == isInTree, "row \(row.number) is live: \(row.isLive)")
      }
      withExtendedLifetime(anchor) {}
    }
  },
  Program("structure-remove", "A child that is removed stays readable for who has it.") { scene in
    let row = Row(7)
    let root = Row(0, [row])
    let anchor = Anchor(root.context, at: .thisLine())
    scene.thread { root.rows.removeAll() }
    scene.thread { expect(row.number == 7, "read \(row.number)") }
    scene.thread { for row in root.rows { expect(row.number == 7, "read \(row.number)") } }
    scene.atEnd {
      expect(!row.isLive && root.rows.isEmpty, "the row is still live")
      withExtendedLifetime(anchor) {}
    }
  },
  Program(
    "structure-move",
    "A child that moves between parents is with one of them, and live."
  ) { scene in
    let row = Row(7)
    let parents = [Row(1, [row]), Row(2)]
    let root = Row(0, parents)
    let anchor = Anchor(root.context, at: .thisLine())
    scene.thread {
      root.context.transaction {
        parents[0].rows.removeAll()
        step("with neither")
        parents[1].rows.append(row)
      }
    }
    scene.thread { _ = parents[0].rows.count + parents[1].rows.count }
    scene.atEnd {
      expect(parents[0].rows.isEmpty && parents[1].rows.count == 1, "the row is elsewhere")
      expect(row.isLive && row.number == 7, "the row is not live")
      withExtendedLifetime(anchor) {}
    }
  },
  Program(
    "structure-two-trees",
    "A child that two trees want at once lives in one of them."
  ) { scene in
    let row = Row(7)
    let roots = [Row(1), Row(2)]
    let anchors = roots.map { Anchor($0.context, at: .thisLine()) }
    for root in roots {
      scene.thread { silence { root.rows.append(row) } }
    }
    scene.atEnd {
      let count = roots.map(\.rows.count)
      expect(count.reduce(0, +) == 1 && row.isLive, "the trees have \(count)")
      withExtendedLifetime(anchors) {}
    }
  },
  Program(
    "structure-end",
    "A tree that ends while others use it ends once, and reads stay valid."
  ) { scene in
    let row = Row(7)
    let root = Row(0, [row])
    let anchor = Shared<Anchor?>(Anchor(root.context, at: .thisLine()))
    let ends = Shared(0)
    row.context.work.onCancel {
      called("onCancel")
      ends.change { $0 += 1 }
    }
    scene.thread { anchor.value = nil }
    scene.thread { root.rows.removeAll() }
    scene.thread { expect(row.number == 7, "read \(row.number)") }
    scene.atEnd { expect(ends.value == 1 && !row.isLive, "it has ended \(ends.value) times") }
  },
  Program(
    "structure-activate",
    "Work of a child ends after it has begun, whoever removes it."
  ) { scene in
    let root = Row(0)
    let anchor = Anchor(root.context, at: .thisLine())
    let log = Shared<[String]>([])
    let row = Row(1)
    row.context.onActivation { context in
      called("onActivation")
      log.change { $0.append("begin") }
      context.work.onCancel {
        called("onCancel")
        log.change { $0.append("end") }
      }
    }
    scene.thread { root.rows.append(row) }
    scene.thread { root.rows.removeAll() }
    scene.atEnd {
      let isThere = !root.rows.isEmpty
      let expected = isThere ? [["begin"]] : [["begin", "end"], []]
      expect(expected.contains(log.value), "\(log.value), the row is \(isThere ? "there" : "gone")")
      withExtendedLifetime(anchor) {}
    }
  },
]
