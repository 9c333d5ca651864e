import Foundation
import StrataExtensions

/// Why a state could not be saved or restored; nothing has been changed.
public struct SavedStateError: Error, CustomStringConvertible {
  /// The kind of the failure.
  public enum Code: Sendable, Hashable {
    /// A property's type is not `Codable`.
    case cannotBeSaved
    /// A value could not be encoded.
    case encodingFailed
    /// The data is no saved state, or is damaged.
    case damaged
    /// The state is that of another kind of model.
    case otherModel
    /// The state was saved by a newer version.
    case newerVersion
    /// The state was saved by an older version, and there is nothing to migrate it.
    case noMigration
    /// The migration has failed.
    case migrationFailed
    /// The models, or the arrays and objects of the data, are nested more deeply than JSON can be read.
    case tooDeep
    /// The model has left its tree, and has released its functions and the models below it.
    case ended
  }

  /// The kind of the failure.
  public let code: Code
  /// The failure and its remedy, in whole sentences.
  public let message: String
  /// The position in the state, as `rows[2].title`; empty if the error is not about one position.
  public let place: String
  /// The error behind it, if there is one.
  public let cause: (any Error)?

  /// The message, with the position.
  public var description: String { place.isEmpty ? message : "\(place): \(message)" }

  init(_ code: Code, _ message: String, place: String = "", cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.place = place
    self.cause = cause
  }

  // MARK: Texts

  /// For a state that was to be saved.
  static func savedAfterEnd(_ model: String) -> SavedStateError {
    SavedStateError(
      .ended,
      """
      The state of \(model) was to be saved after it had left its tree, when it had released the models below it. \
      Nothing is saved. Save it while its tree is alive, or take a frozenCopy then and save that.
      """
    )
  }

  /// For a state that was to be restored.
  static func restoredAfterEnd(_ model: String) -> SavedStateError {
    SavedStateError(
      .ended,
      """
      The state of \(model) was to be restored after it had left its tree. Nothing is restored. Restore it while its \
      tree is alive.
      """
    )
  }

  static func cannotBeSaved(_ properties: [String], at path: [any CodingKey]) -> SavedStateError {
    SavedStateError(
      .cannotBeSaved,
      """
      \(properties.joined(separator: ", ")) cannot be saved: not Codable. Make the type Codable, its models \
      SavableModel, or list the property in unsavedProperties.
      """,
      place: SavedStateReading.place(of: nil, at: path)
    )
  }

  static func encodingFailed(_ error: any Error) -> SavedStateError {
    guard case EncodingError.invalidValue(let value, let context) = error else {
      return SavedStateError(
        .encodingFailed,
        "The state could not be encoded: \(error). Look at the encode(to:) that throws it.",
        cause: error
      )
    }
    return SavedStateError(
      .encodingFailed,
      """
      The value \(value), of the type \(type(of: value)), could not be encoded: \
      \(sentence(context.debugDescription)) Change the value or its encode(to:).
      """,
      place: SavedStateReading.place(of: nil, at: context.codingPath),
      cause: error
    )
  }

  static func damaged(_ data: Data, _ error: any Error) -> SavedStateError {
    let (detail, path) = describe(error, of: data)
    return damaged(detail, at: SavedStateReading.place(of: nil, at: path), error)
  }

  /// For models to be saved.
  static func tooDeep(_ root: Context) -> SavedStateError {
    let value = NestedValue.deepest(below: root).map {
      ", and the value of \($0.property) \($0.depth) deep"
    }
    return SavedStateError(
      .tooDeep,
      """
      The state was to be saved as JSON with more than \(JSONNesting.limit) levels of arrays and objects, which \
      cannot be read again; its models are nested \(root.height) deep\(value ?? ""). Nothing is saved. Keep the \
      models in a flat list, as by id.
      """
    )
  }

  /// For data to be restored.
  static func tooDeep(_ error: JSONNestingError) -> SavedStateError {
    SavedStateError(
      .tooDeep,
      """
      The data does not hold the expected state: its arrays and objects are \(error.depth) levels deep, and at \
      most \(JSONNesting.limit) can be read. The models are as they were. Restore a backup, or begin without the data.
      """,
      cause: error
    )
  }

  static func emptyModelName(_ expected: String) -> SavedStateError {
    damaged("The name of its model is empty, where '\(expected)' is expected.", at: "model")
  }

  static func impossibleVersion(_ found: Int) -> SavedStateError {
    damaged("\(found) is no version: versions count up from 0.", at: "version")
  }

  private static func damaged(
    _ detail: String,
    at place: String,
    _ cause: (any Error)? = nil
  ) -> SavedStateError {
    SavedStateError(
      .damaged,
      """
      The data does not hold the expected state: \(detail) The models are as they were. Restore a backup, or \
      begin without the data.
      """,
      place: place,
      cause: cause
    )
  }

  static func negativeVersion(_ version: Int) -> SavedStateError {
    SavedStateError(
      .encodingFailed,
      "The state was to be saved as version \(version). Nothing is saved. Count versions from 0 or 1 up."
    )
  }

  static func otherModel(_ found: String, _ expected: String) -> SavedStateError {
    SavedStateError(
      .otherModel,
      """
      The data holds the state of a \(found), not of a \(expected). The models are as they were. Restore it \
      into a \(found).
      """
    )
  }

  static func newerVersion(_ found: Int, _ expected: Int) -> SavedStateError {
    SavedStateError(
      .newerVersion,
      """
      The data was saved as version \(found); this program knows versions up to \(expected). The models are \
      as they were. Use a newer program.
      """
    )
  }

  static func noMigration(_ found: Int, _ expected: Int) -> SavedStateError {
    SavedStateError(
      .noMigration,
      """
      The data was saved as version \(found); this program expects version \(expected). The models are as \
      they were. Pass a migration that brings old states up to date.
      """
    )
  }

  static func migrationFailed(_ found: Int, _ error: any Error) -> SavedStateError {
    SavedStateError(
      .migrationFailed,
      """
      The migration from version \(found) has failed: \(error). The models are as they were.
      """,
      cause: error
    )
  }

  static func migratedTooDeep(_ found: Int) -> SavedStateError {
    SavedStateError(
      .migrationFailed,
      """
      The migration from version \(found) has made a state with more than \(JSONNesting.limit) levels of arrays and \
      objects, which cannot be read. The models are as they were. Migrate to a flatter state.
      """
    )
  }

  private static func describe(
    _ error: any Error,
    of data: Data
  ) -> (detail: String, path: [any CodingKey]) {
    switch error {
    case DecodingError.typeMismatch(let type, let context):
      (
        "A value of the type \(type) is expected here, and there is one of another type.",
        context.codingPath
      )
    case DecodingError.valueNotFound(let type, let context):
      ("A value of the type \(type) is expected here, and there is null.", context.codingPath)
    case DecodingError.keyNotFound(let key, let context):
      ("'\(key.stringValue)' is missing here.", context.codingPath)
    case DecodingError.dataCorrupted(let context):
      (
        context.codingPath.isEmpty ? corruption(of: data) : sentence(context.debugDescription),
        context.codingPath
      )
    default: (sentence("\(error)"), [])
    }
  }

  /// The fault of data that cannot be read, about which the decoder says no more than that.
  private static func corruption(of data: Data) -> String {
    if data.isEmpty { return "There is no data." }
    do {
      _ = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
      return "A number does not fit its property: it has a fraction, or is too large."
    } catch {
      let text = (error as NSError).userInfo["NSDebugDescription"] as? String ?? ""
      let digits = text.split { !$0.isNumber }.last.flatMap { Int($0) }
      guard let place = digits else { return "The JSON ends too early: it was cut off." }
      let near = String(decoding: data.dropFirst(max(0, place - 10)).prefix(20), as: UTF8.self)
      return "It is no JSON at byte \(place), near '\(near)'."
    }
  }

  /// A text that ends as a sentence does.
  private static func sentence(_ text: String) -> String {
    let ends: Set<Character> = [".", "!", "?"]
    guard let last = text.last else { return "No reason is given." }
    return ends.contains(last) ? text : text + "."
  }
}
