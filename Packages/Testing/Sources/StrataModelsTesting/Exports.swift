// A test needs one import besides that of the tested module.
@_exported public import StrataTesting
