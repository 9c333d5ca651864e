import ArticleOutput
import Strata

@Model struct Folder {
  var name: String
  var size = 0
  var folders: [Folder] = []

  var path: String {
    node.mapHierarchy(for: [.self, .ancestors]) { ($0 as? Folder)?.name }
      .reversed().joined(separator: "/")
  }

  var totalSize: Int {
    node.reduceHierarchy(
      for: [.self, .descendants],
      transform: { ($0 as? Folder)?.size },
      into: 0,
      { $0 += $1 }
    )
  }
}

@Sendable func askingTheHierarchy() async throws {
  let home = Folder(
    name: "home",
    folders: [Folder(name: "ann", size: 2, folders: [Folder(name: "mail", size: 5)])]
  ).withAnchor()
  print(home.folders[0].folders[0].path)  // home/ann/mail
  print(home.totalSize)  // 7

  var sizes = home.change(of: \.totalSize).makeAsyncIterator()
  print(await sizes.next() ?? 0)  // 7
  home.folders[0].folders.append(Folder(name: "photos", size: 100))
  print(await sizes.next() ?? 0)  // 107
}
