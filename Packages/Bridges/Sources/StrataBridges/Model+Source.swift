import StrataConcurrency
@_spi(Strata) public import StrataModels
import StrataRendering
public import StrataSources

extension Model {
  /// Gives the value of a property as a source: to be read and followed, not set.
  ///
  /// ```swift
  /// let title = document.source(of: \.header.title)
  /// ```
  ///
  /// The property may be a stored or a computed one, of this model or of one below it. The source follows everything
  /// that the property reads, and no other value. A value that is equal to the one before is no update, and each value
  /// agrees with one commit.
  ///
  /// The source follows from the time when it is first read or followed. It has the new value when the write, or the
  /// outermost transaction, returns. If another thread evaluates the property at the same time, that thread evaluates
  /// it once more. The changes in between may then be one update, the last. Subscribers are notified on the thread that
  /// has evaluated, outside all locks.
  ///
  /// The source does not retain the tree. When the model is removed, the last value stays.
  ///
  /// - Parameters:
  ///   - path: The property.
  ///   - fileID: The caller's file; reports name it and the next three.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  /// - Returns: A source of its own at each call.
  public func source<Value: Equatable & Sendable>(
    of path: any KeyPath<Self, Value> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Source<Value> {
    let model = unanchored
    return FollowingSource(
      // A probe's output agrees with one commit.
      read: {
        RenderProbe(
          fileID: fileID,
          filePath: filePath,
          line: line,
          column: column,
          body: { model[keyPath: path] }
        ).output
      },
      follow: { take in
        RenderProbe(
          fileID: fileID,
          filePath: filePath,
          line: line,
          column: column,
          body: { model[keyPath: path] },
          onRender: take
        )
      }
    ).eraseToSource()
  }
}
