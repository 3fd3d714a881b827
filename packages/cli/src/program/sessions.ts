import type { Command } from 'commander'
import { onWorkspace, positive, type Done, type WorkspaceFlags } from './done.ts'

type ExportFlags = WorkspaceFlags & { markdown?: boolean; copaw?: string }

export function addSessions(program: Command, done: Done, version: string): void {
  onWorkspace(program.command('sessions').description('list the sessions of the workspace')).action(
    async (options: WorkspaceFlags) => {
      const { sessionsCommand } = await import('../commands/sessions.ts')
      done(await sessionsCommand(options))
    },
  )
  onWorkspace(
    program
      .command('session')
      .description('work on one session')
      .command('rm <session>')
      .description('delete its log for good (asks for --yes)'),
  )
    .option('--yes', 'delete it without asking again')
    .action(async (id: string, options: WorkspaceFlags & { yes?: boolean }) => {
      const { removeCommand } = await import('../commands/sessions.ts')
      done(await removeCommand(id, options))
    })
  onWorkspace(
    program.command('explain <session>').description('show why its context looks as it does, and what it cost'),
  ).action(async (id: string, options: WorkspaceFlags) => {
    const { explainCommand } = await import('../commands/sessions.ts')
    done(await explainCommand(id, options))
  })
  onWorkspace(program.command('compact <session>').description('fold what can be folded, now, without a model'))
    .option('--instruction <text>', 'what the summary must keep')
    .action(async (id: string, options: WorkspaceFlags & { instruction?: string }) => {
      const { compactCommand } = await import('../commands/sessions.ts')
      done(await compactCommand(id, options))
    })
  onWorkspace(program.command('undo <session>').description('take back its newest epoch, or one batch'))
    .option('--batch <number>', 'the number of a batch, as explain shows it', positive)
    .action(async (id: string, options: WorkspaceFlags & { batch?: number }) => {
      const { undoCommand } = await import('../commands/sessions.ts')
      done(await undoCommand(id, options))
    })
  onWorkspace(
    program
      .command('export [session] [file]')
      .description('write a session, with everything it refers to, to one file'),
    {
      json: false,
    },
  )
    .option('--markdown', 'write only its messages, to read')
    .option('--copaw <folder>', 'write a CoPaw or QwenPaw workspace; without a session, all sessions')
    .action(async (id: string | undefined, file: string | undefined, options: ExportFlags) => {
      const { exportCommand } = await import('../commands/transfer.ts')
      done(await exportCommand(id, file, options))
    })
  onWorkspace(
    program
      .command('import <file>')
      .description("import an exported session, another agent's transcript, or a CoPaw or QwenPaw folder"),
  )
    .option('--as <session>', 'the name of the new session')
    .action(async (file: string, options: WorkspaceFlags & { as?: string }) => {
      const { importCommand } = await import('../commands/transfer.ts')
      done(await importCommand(file, options))
    })
  program
    .command('migrate')
    .description('move a whole workspace from a folder to a database, or back; run it again to continue')
    .requiredOption('--from <place>', 'a folder, or postgres://host/database?tenant=name')
    .requiredOption('--to <place>', 'the same; whatever is already there and differs is left alone')
    .option('--json', 'print the outcome as JSON')
    .action(async (options: { from: string; to: string; json?: boolean }) => {
      const { migrateCommand } = await import('../commands/migrate.ts')
      done(await migrateCommand(options))
    })
  onWorkspace(program.command('doctor').description('check that everything is in order; changes nothing')).action(
    async (options: WorkspaceFlags) => {
      const { doctorCommand } = await import('../commands/doctor.ts')
      done(await doctorCommand(options, version))
    },
  )
}
