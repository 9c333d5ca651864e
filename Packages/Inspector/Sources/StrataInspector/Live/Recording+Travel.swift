import StrataConcurrency
@_spi(Strata) import StrataCore

extension Recording {
  /// Sets the state of a tree to one that an inspector has sent, and records what came of it.
  ///
  /// The writes have a cause that names the inspector and the commit.
  func travel(to request: LiveTravel) {
    let cause = "inspector: travel to commit \(request.commit)"
    do {
      let root = try root(of: request)
      try withCause(cause) { try request.apply(to: root) }
      changeLog.withLock { $0.travel(request) }
    } catch {
      changeLog.withLock { $0.reject("\(request) was rejected: \(error)") }
    }
  }

  private func root(of request: LiveTravel) throws(LiveTravel.Failure) -> Context {
    let root = changeLog.withLock { $0.root(ofTree: request.tree) }
    guard let root else {
      throw LiveTravel.Failure("There is no tree \(request.tree), or it has ended.")
    }
    return root
  }
}

/// A request for the state of a tree at a commit, with that state.
struct LiveTravel: Equatable, CustomStringConvertible {
  let tree: Int
  let commit: Int
  /// The nodes of the state.
  let nodes: JSONObject

  var description: String { "Travel to commit \(commit) of tree \(tree)" }

  /// Why a state was not set, in whole sentences.
  struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }

  /// Sets the state of a tree.
  ///
  /// - Throws: ``Failure``; the state is unchanged.
  func apply(to root: Context) throws(Failure) {
    let id = "\(root.id.rawValue)"
    guard let target = root.restorableState else {
      throw Failure(
        "The state of \(root.layout.name) is its owner's alone. Models with saved state, update stores and one store travel."
      )
    }
    guard let node = nodes[id]?.members else {
      throw Failure("The state has no node \(id), which is the root.")
    }
    let value: JSONValue
    if let property = target.restoredProperty {
      guard let state = node[property] else { throw Failure("The root has no \"\(property)\".") }
      value = state
    } else {
      value = ["$ref": .string(id)]
    }
    let state = RecordedValue(nodes)
    do {
      try target.restoreState(of: root) { ValueDecoder(value, in: state, userInfo: $0) }
    } catch let error as DecodingError {
      throw Failure(Self.words(error))
    } catch {
      throw Failure("\(error)")
    }
  }

  /// Says where the state cannot be read, such as `rows[2].title`, and why.
  private static func words(_ error: DecodingError) -> String {
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      let place = context.codingPath.dropFirst().reduce(into: "") { place, key in
        if let index = key.intValue {
          place += "[\(index)]"
          return
        }
        place += place.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
      let position = place.isEmpty ? "" : " at \(place)"
      return "The state cannot be read\(position): \(context.debugDescription)."
    @unknown default: return "The state cannot be read: \(error)."
    }
  }
}

extension RecordedChangeLog {
  /// The root of a living tree.
  func root(ofTree number: Int) -> Context? { tree(number)?.context }

  /// Says that the state of a tree was set.
  mutating func travel(_ request: LiveTravel) {
    add(.travel(RecordedTravel(time: time, tree: request.tree, commit: request.commit)))
  }
}
