// A model's file needs one import, because the parts of the lower layers that its methods use come with it.
@_exported public import StrataConcurrency
@_exported public import StrataCore
@_exported public import StrataDependencies
@_exported public import StrataEvents
@_exported public import StrataExtensions
