public import Foundation
import StrataCore
import StrataExtensions

extension SavableModel {
  /// The state of this model and of all below it, as a consistent snapshot.
  ///
  /// JSON with sorted keys: equal states give equal data. A property that is a set, or a dictionary with keys of another
  /// kind than names, is sorted by the data of its elements. Such a collection inside another value has the order that
  /// the value's `encode(to:)` gives it: the standard library gives it the order in memory, which may differ.
  ///
  /// A model in several places is saved at each, with a number that says that it is one.
  ///
  /// - Parameter version: The version of the format; increase it when properties change their names or types.
  /// - Returns: The data for ``restoreState(from:version:migrating:)``.
  /// - Throws: ``SavedStateError``: a property is not `Codable`, a value could not be encoded, the version is negative,
  ///   or the model has left its tree.
  /// - Complexity: O(size of the state).
  public func savedState(version: Int = 1) throws(SavedStateError) -> Data {
    guard version >= 0 else { throw .negativeVersion(version) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.nonConformingFloatEncodingStrategy = .savedStates
    let copy = frozenCopy
    // Looked at after the copy: what was alive then is whole.
    guard !modelNode.context.hasEnded else { throw .savedAfterEnd(Self.modelLayout.layout.name) }
    encoder.userInfo[SharedModels.key] = SharedModels(below: copy.modelNode.context)
    do {
      let name = Self.modelLayout.layout.name
      return try JSONNesting.checked(
        encoder.encode(SavedState(model: name, version: version, state: copy))
      )
    } catch let error as SavedStateError {
      throw error
    } catch is DepthReached, is JSONNestingError {
      throw .tooDeep(copy.modelNode.context)
    } catch EncodingError.invalidValue(is SavedState<Self>, _) {
      // The encoder throws this for the whole state if it has encoded every part and cannot write them.
      throw .tooDeep(copy.modelNode.context)
    } catch {
      throw .encodingFailed(error)
    }
  }

  /// Restores the saved state of this model and of all below it, as one transaction.
  ///
  /// An existing model stays active if it was saved: one that declares an `id` if the same `id` was saved in the
  /// same property, any other by its position there. Its constants stay as they are. Existing models that were
  /// not saved leave. Saved models that do not exist are made and activated. In an enum, a model stays if the
  /// case is the same. A model that was in several places is one model again: an existing one, if it matches in
  /// any of them.
  ///
  /// Everything is decoded before anything is changed: if decoding fails, the models are unchanged.
  ///
  /// - Parameters:
  ///   - data: The result of ``savedState(version:)``.
  ///   - version: The version that the properties have now.
  ///   - migrate: Brings the state of an older version, which it receives, up to date; called once.
  /// - Returns: The saved values that are unknown, and the known properties that were not saved.
  /// - Throws: ``SavedStateError``: the data is damaged, of another kind of model or of a newer version, or cannot be
  ///   migrated, or the model has left its tree.
  /// - Complexity: O(size of the state).
  @discardableResult
  public func restoreState(
    from data: Data,
    version: Int = 1,
    migrating migrate: ((inout SavedNode, _ version: Int) throws -> Void)? = nil
  ) throws(SavedStateError) -> SavedStateReport {
    let reading = SavedStateReading()
    let decoder = JSONDecoder()
    decoder.userInfo[SavedStateReading.key] = reading
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "+inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    try Self.expectReadable(data)
    let data = try migrated(data, to: version, migrate, decoder)
    let saved: Self
    do {
      saved = try decoder.decode(SavedState<Self>.self, from: data).state
    } catch {
      throw .damaged(data, error)
    }
    try take(saved, reading)
    return reading.report
  }

  /// Brings a decoded model into this one, as one transaction.
  func take(_ saved: Self, _ reading: SavedStateReading) throws(SavedStateError) {
    let context = modelNode.context
    guard !context.hasEnded else { throw .restoredAfterEnd(Self.modelLayout.layout.name) }
    context.transaction {
      var merge = Merge(reading: reading)
      merge.merge(saved.modelNode.context, into: context)
    }
  }

  /// The decoder ends the program for some data that are nested too deeply.
  private static func expectReadable(_ data: Data) throws(SavedStateError) {
    do {
      try JSONNesting.checked(data)
    } catch {
      throw .tooDeep(error)
    }
  }

  /// The data with a state of the current version.
  private func migrated(
    _ data: Data,
    to version: Int,
    _ migrate: ((inout SavedNode, Int) throws -> Void)?,
    _ decoder: JSONDecoder
  ) throws(SavedStateError) -> Data {
    let name = Self.modelLayout.layout.name
    let header: SavedStateHeader
    do {
      header = try decoder.decode(SavedStateHeader.self, from: data)
    } catch {
      throw .damaged(data, error)
    }
    guard !header.model.isEmpty else { throw .emptyModelName(name) }
    guard header.version >= 0 else { throw .impossibleVersion(header.version) }
    guard header.model == name else { throw .otherModel(header.model, name) }
    guard header.version <= version else { throw .newerVersion(header.version, version) }
    guard header.version < version else { return data }
    guard let migrate else { throw .noMigration(header.version, version) }
    do {
      var state = try decoder.decode(SavedState<SavedNode>.self, from: data).state
      try migrate(&state, header.version)
      return try JSONNesting.checked(
        JSONEncoder().encode(SavedState(model: name, version: version, state: state))
      )
    } catch is JSONNestingError {
      throw .migratedTooDeep(header.version)
    } catch EncodingError.invalidValue(is SavedState<SavedNode>, _) {
      // The encoder throws this for the whole state if it has encoded every part and cannot write them.
      throw .migratedTooDeep(header.version)
    } catch {
      throw .migrationFailed(header.version, error)
    }
  }
}

/// A model is nested more deeply than JSON is read.
///
/// It is thrown while encoding, which is recursive, before the stack overflows.
struct DepthReached: Error {
  /// Throws if a value that is encoded at a path could not be read again.
  static func check(_ path: [any CodingKey]) throws(DepthReached) {
    if path.count >= JSONNesting.limit { throw DepthReached() }
  }
}

extension Context {
  /// How many models are inside one another, this one included.
  ///
  /// Iterative: a tree may be deeper than a thread's stack.
  var height: Int {
    var height = 0
    var level = [self]
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
    while !level.isEmpty {
      height += 1
      level = level.flatMap(\.children).map(\.context).filter {
        seen.insert(ObjectIdentifier($0)).inserted
      }
    }
    return height
  }
}

/// The header around a saved state.
private struct SavedStateHeader: Decodable {
  let model: String
  let version: Int
}

/// A saved state and what is around it.
private struct SavedState<State> {
  let model: String
  let version: Int
  let state: State

  private enum CodingKeys: String, CodingKey {
    case model
    case version
    case state
  }
}

extension SavedState: Decodable where State: Decodable {}

extension SavedState: Encodable where State: Encodable {}
