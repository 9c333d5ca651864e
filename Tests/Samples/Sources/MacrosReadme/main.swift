import Strata

@Model struct Chore {
  let title: String
  var isDone = false
}

@Model struct Checklist {
  var chores: [Chore] = []
  var openCount: Int { chores.count { !$0.isDone } }
  func add(_ title: String) { chores.append(Chore(title: title)) }
}

let checklist = Checklist().withAnchor()
checklist.add("Water the plants")
checklist.add("Call Ada")
checklist.chores[0].isDone = true
print(checklist.openCount)
