/// Lets recordings leave out the values of a property of a model.
///
/// ```swift
/// @Model struct Account {
///   var name = ""
///   @Unrecorded var password = ""
/// }
/// ```
///
/// A recording of `StrataInspector` then says that the property has changed, and never what its value is. Undo, saved
/// states and tests are not affected. For values of other types, name the property in `RecordingLimits`.
@attached(peer)
public macro Unrecorded() = #externalMacro(module: "StrataMacros", type: "UnrecordedMacro")
