/// The state of a view: all that the view shows, ready to be shown.
public protocol ViewState: StateContainer {}
