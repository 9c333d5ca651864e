// So that a test needs one import besides that of what it tests.
@_exported public import StrataTesting
