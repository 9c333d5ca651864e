import Explorer

let programs =
  writePrograms + transactionPrograms + derivedPrograms + deliveryPrograms + structurePrograms
  + workPrograms + historyPrograms + storePrograms + updatePrograms + sourcePrograms

Explorer.run(programs, Array(CommandLine.arguments.dropFirst()))
