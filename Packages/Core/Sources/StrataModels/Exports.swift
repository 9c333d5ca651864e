// A model's file needs one import: what its methods use of the lower layers comes with it.
@_exported public import StrataConcurrency
@_exported public import StrataCore
@_exported public import StrataDependencies
@_exported public import StrataEvents
@_exported public import StrataExtensions
