import Explorer

let programs =
  writePrograms + transactionPrograms + derivedPrograms + deliveryPrograms + structurePrograms
  + workPrograms

Explorer.run(programs, Array(CommandLine.arguments.dropFirst()))
