import StrataConcurrency

/// Something that can be done now: a value in a model, called like a function.
///
/// A source declares an action for one of its methods and puts it into the models in which it is
/// legal:
///
/// ```swift
/// final class Session: SourceOf<SessionModel>, @unchecked Sendable {
///   @Action(Session.logOut) private var logOutAction
///   lazy var initialModel = SessionModel.authenticated(logOut: logOutAction)
///   private func logOut() { model = .notAuthenticated }
/// }
/// ```
///
/// Code that has the model calls the action: `logOut()`. An action does not retain its source and works on the source's
/// present state. It is executed only while it is part of the source's current model. That is from the first model that
/// contains it until the first model that does not. An action in a class instance of the model counts as part of the
/// model; one that a closure captures does not.
///
/// Two actions are equal if they call the same method of the same source; those made from closures
/// are equal to their copies alone.
///
/// An action may be executed from any thread if its input is `Sendable`; the method runs on that
/// thread.
@propertyWrapper
public struct Action<Input> {
  /// The target of the action; `nil` for an action that does nothing.
  let target: ActionTarget<Input>?

  init(target: ActionTarget<Input>?) { self.target = target }

  /// The action itself.
  public var wrappedValue: Action<Input> { self }

  /// The action as its source offers it.
  public static subscript<Model, Owner: SourceBase<Model>>(
    _enclosingInstance owner: Owner,
    wrapped wrapped: KeyPath<Owner, Action<Input>>,
    storage storage: KeyPath<Owner, Action<Input>>
  ) -> Action<Input> {
    let declared = owner[keyPath: storage]
    guard let method = declared.target?.declared else { return declared }
    method.named(by: ActionName.of(property: storage))
    return owner.offer(method)
  }

  /// Declares an action for a method with one parameter.
  ///
  /// ```swift
  /// @Action(AuthManager.logIn) private var logInAction
  /// ```
  ///
  /// - Parameters:
  ///   - method: The method, which may be private.
  ///   - fileID: The caller's file; the action's description uses it and the next three.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  public init<Owner: AnyObject>(
    _ method: @escaping (Owner) -> (Input) -> Void,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    target = ActionMethod(callSite) { owner, input in
      if let owner = owner as? Owner { method(owner)(input) }
    }
  }

  /// Declares an action for a method without parameters.
  ///
  /// - Parameters:
  ///   - method: The method, which may be private.
  ///   - fileID: The caller's file, like the next three for the action's description.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  public init<Owner: AnyObject>(
    _ method: @escaping (Owner) -> () -> Void,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Input == Void {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    target = ActionMethod(callSite) { owner, _ in
      if let owner = owner as? Owner { method(owner)() }
    }
  }

  /// Makes an action that calls a closure, for tests and placeholders.
  ///
  /// It never expires.
  public init(_ body: @escaping @Sendable (Input) -> Void) {
    target = ClosureAction(body)
  }

  /// Makes an action that calls a closure whatever its input, for tests and placeholders.
  ///
  /// It never expires.
  public init(_ body: @escaping @Sendable () -> Void) {
    target = ClosureAction { _ in body() }
  }

  /// The action that does nothing, for previews and placeholders.
  public static var doNothing: Action<Input> { Action(target: nil) }
}

// SAFETY: constants only; all of them are Sendable except the input, which is passed on.
extension Action: @unchecked Sendable where Input: Sendable {}

/// Derives the name of an action from the property that declares it.
enum ActionName {
  /// `getRandomQuoteAction`, of a key path that describes itself as
  /// `\QuoteViewSource._getRandomQuoteAction`.
  static func of(property: AnyKeyPath) -> String {
    let name = "\(property)".split(separator: ".").last ?? "action"
    return String(name.hasPrefix("_") ? name.dropFirst() : name)
  }
}
