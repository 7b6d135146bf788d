import PlanModel
import PlanWeb
import PmgitCommands

// The whole of pmgit, including 'web', which serves pages, and 'export --site', which writes them.
// In 'pmgit', these two replace the process by this program.
var context = CommandContext.process()
context.serve = { run in
  var options = WebOptions(
    folder: run.folder, environment: run.environment, clock: CommandContext.readClock,
    clocks: CommandContext.localClocks)
  (options.board, options.port) = (run.board, run.port)
  (options.isReadOnly, options.hasNewKey) = (run.isReadOnly, run.hasNewKey)
  options.syncPeriod = run.syncPeriod
  try await WebServer.serve(
    options, browserFolder: run.opensBrowser ? run.ownFolder : nil, show: run.show,
    report: run.report)
}
context.publish = { try await $0.publish($1) }
await exitProcess(with: Pmgit.run(processArguments(), in: context))
