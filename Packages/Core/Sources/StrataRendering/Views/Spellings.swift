// The names that a program written for SwiftUI uses. They exist only on systems without SwiftUI, so no program
// sees both.

#if !canImport(SwiftUI)
/// A headless view.
public typealias View = HeadlessView
/// A headless text.
public typealias Text = HeadlessText
/// Headless views one below the other.
public typealias VStack = HeadlessVStack
/// Headless views side by side.
public typealias HStack = HeadlessHStack
/// Headless views one upon the other.
public typealias ZStack = HeadlessZStack
/// The position of a headless view in a larger one.
public typealias Alignment = HeadlessAlignment
/// Headless rows.
public typealias List = HeadlessList
/// A headless view for each element.
public typealias ForEach = HeadlessForEach
/// A headless stepper.
public typealias Stepper = HeadlessStepper
/// The builder of headless bodies.
public typealias ViewBuilder = HeadlessViewBuilder
/// A source of headless previews.
public typealias PreviewProvider = HeadlessPreviewProvider
/// A headless button.
public typealias Button = HeadlessButton
/// A headless field for a line of text.
public typealias TextField = HeadlessTextField
/// An object that a headless view owns.
public typealias StateObject = HeadlessStateObject
/// An object that a headless view is given.
public typealias ObservedObject = HeadlessObservedObject
/// An object that a headless view finds.
public typealias EnvironmentObject = HeadlessEnvironmentObject
/// A headless binding.
public typealias Binding = HeadlessBinding
/// A recorded animation.
public typealias Animation = RecordedAnimation
/// A recorded transaction.
public typealias Transaction = RecordedTransaction

/// Runs a closure whose changes are to be shown with an animation.
///
/// - Returns: The result of `body`.
/// - Throws: The error of `body`.
public func withAnimation<Result>(
  _ animation: RecordedAnimation? = .default,
  _ body: () throws -> Result
) rethrows -> Result {
  try withRecordedAnimation(animation, body)
}
#endif
