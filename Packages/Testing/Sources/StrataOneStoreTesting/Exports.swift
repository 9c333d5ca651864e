// A test's file needs one import: scopes, exhaustivity and the simulation come with it.
@_exported public import StrataTesting
