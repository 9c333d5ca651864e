import Explorer
@_spi(Strata) import StrataModels

/// Programs about values that models cache by place and by name.
let memoPrograms = [
  Program("memo-once", "A value that two threads ask for first is computed once.") { scene in
    let model = Branch(1).withAnchor()
    let runs = Shared(0)
    for _ in 0..<2 {
      scene.thread { expect(model.double(runs) == 2, "the value is \(model.double(runs))") }
    }
    scene.atEnd { expect(runs.value == 1, "computed \(runs.value) times") }
  },
  Program("memo-write", "A cached value that is read beside a write agrees with one of its states.")
  {
    scene in
    let model = Branch(1).withAnchor()
    let runs = Shared(0)
    scene.thread { model.number = 2 }
    for _ in 0..<2 {
      scene.thread {
        let (first, second) = (model.double(runs), model.double(runs))
        expect(
          [[2, 2], [2, 4], [4, 4]].contains([first, second]),
          "read \(first) and \(second)"
        )
      }
    }
    scene.atEnd { expect(model.double(runs) == 4, "the value is \(model.double(runs))") }
  },
  Program("memo-transaction", "A cached value never shows the middle of a transaction.") { scene in
    let model = Branch(0, [Branch(0)]).withAnchor()
    scene.thread { model.setAll(1) }
    scene.thread {
      for _ in 0..<2 { expect(model.difference == 0, "the difference is not zero") }
    }
    scene.atEnd { expect(model.difference == 0, "the difference is not zero") }
  },
  Program("memo-reset", "A value that is dropped beside a read and a write is right afterwards.") {
    scene in
    let model = Branch(1).withAnchor()
    scene.thread { model.number = 2 }
    scene.thread { model.node.resetMemoization(for: 1) }
    scene.thread {
      let value = model.times(1)
      expect([1, 2].contains(value), "the value is \(value)")
    }
    scene.atEnd { expect(model.times(1) == 2, "the value is \(model.times(1))") }
  },
  Program("memo-type", "Values of two types that share a name are both right.") { scene in
    let model = Branch(1).withAnchor()
    scene.thread { expect(model.times(1) == 1, "the number is \(model.times(1))") }
    scene.thread { expect(model.text(1) == "1", "the text is \(model.text(1))") }
    scene.thread { model.node.resetMemoization(for: 1) }
    scene.atEnd { expect(model.times(1) == 1 && model.text(1) == "1", "a value is wrong") }
  },
  Program("memo-names", "A name that is added beside reads of others changes none of them.") {
    scene in
    let model = Branch(1).withAnchor()
    for factor in 1...6 { _ = model.times(factor) }
    scene.thread { expect(model.times(7) == 7, "seven is \(model.times(7))") }
    scene.thread {
      for factor in [6, 1] { expect(model.times(factor) == factor, "\(factor) is wrong") }
    }
    scene.thread { model.node.resetMemoization(for: 6) }
    scene.atEnd {
      for factor in 1...7 { expect(model.times(factor) == factor, "\(factor) is wrong") }
    }
  },
  Program(
    "memo-removal",
    "A value that is read beside the removal of its model agrees with the model."
  ) {
    scene in
    let root = Branch(0, [Branch(1)]).withAnchor()
    let child = root.branches[0]
    let runs = Shared(0)
    _ = child.double(runs)
    scene.thread { root.branches = [] }
    scene.thread { silence { child.number = 2 } }
    scene.thread {
      silence {
        let value = child.double(runs)
        expect([2, 4].contains(value), "the value is \(value)")
      }
    }
    scene.atEnd {
      silence {
        expect(child.double(runs) == child.number * 2, "the value is \(child.double(runs))")
      }
      expect(root.branches.isEmpty, "the model is still there")
    }
  },
  Program(
    "memo-return",
    "A value that is read beside the removal and return of its model is right."
  ) {
    scene in
    let root = Branch(0, [Branch(1)]).withAnchor()
    let child = root.branches[0]
    let runs = Shared(0)
    _ = child.double(runs)
    scene.thread {
      root.branches = []
      root.branches = [child]
      child.number = 2
    }
    scene.thread {
      silence {
        let value = child.double(runs)
        expect([2, 4].contains(value), "the value is \(value)")
      }
    }
    scene.atEnd { expect(child.double(runs) == 4, "the value is \(child.double(runs))") }
  },
  Program(
    "memo-anchor",
    "A value that is read through the anchor and observed in the tree does not keep the tree."
  ) { scene in
    let anchored = Shared<Branch?>(Branch(1).withAnchor())
    let (hasEnded, runs) = (Shared(false), Shared(0))
    guard let model = anchored.value?.unanchored else { return }
    model.node.onCancel { hasEnded.change { $0 = true } }
    scene.thread { _ = anchored.value?.double(runs) }
    scene.thread { model.node.onChange(of: model.double(runs), initial: false) { _, _ in } }
    scene.thread { model.number = 2 }
    scene.atEnd {
      expect(anchored.value?.double(runs) == 4, "the value is wrong")
      anchored.change { $0 = nil }
      expect(hasEnded.value, "the tree is alive")
    }
  },
  Program(
    "memo-readers",
    "A value that two threads read through the anchor keeps nothing when both have it."
  ) { scene in
    let anchored = Shared<Branch?>(Branch(1).withAnchor())
    let (hasEnded, runs) = (Shared(false), Shared(0))
    guard let model = anchored.value?.unanchored else { return }
    model.node.onCancel { hasEnded.change { $0 = true } }
    for _ in 0..<2 { scene.thread { _ = anchored.value?.double(runs) } }
    scene.thread { model.number = 2 }
    scene.atEnd {
      anchored.change { $0 = nil }
      expect(hasEnded.value, "the tree is alive")
    }
  },
]

extension Branch {
  /// The number times two, cached under this line.
  fileprivate func double(_ runs: Shared<Int>) -> Int {
    node.memoize {
      called("computation")
      runs.change { $0 += 1 }
      return number * 2
    }
  }

  /// The number minus that of the first branch, cached under this line.
  fileprivate var difference: Int {
    node.memoize { number - (branches.first?.number ?? 0) }
  }

  /// The number times a factor, cached under the factor.
  fileprivate func times(_ factor: Int) -> Int {
    node.memoize(for: factor) { number * factor }
  }

  /// The number times a factor as text, cached under the factor as well.
  fileprivate func text(_ factor: Int) -> String {
    node.memoize(for: factor) { "\(number * factor)" }
  }
}
