import PmgitCommands

let arguments = processArguments()
if let code = Pmgit.answer(arguments, to: .process) { exitProcess(with: code) }
await exitProcess(with: Pmgit.run(arguments, in: .process()))
