import type { Command } from 'commander'
import { onWorkspace, positive, type Done, type WorkspaceFlags } from './done.ts'

type ExportFlags = WorkspaceFlags & { markdown?: boolean; copaw?: string }

export function addSessions(program: Command, done: Done, version: string): void {
  onWorkspace(program.command('sessions').description('the sessions of the workspace')).action(
    async (options: WorkspaceFlags) => {
      const { sessionsCommand } = await import('../commands/sessions.ts')
      done(await sessionsCommand(options))
    },
  )
  onWorkspace(
    program
      .command('session')
      .description('one session')
      .command('rm <session>')
      .description('delete its log for good'),
  )
    .option('--yes', 'really')
    .action(async (id: string, options: WorkspaceFlags & { yes?: boolean }) => {
      const { removeCommand } = await import('../commands/sessions.ts')
      done(await removeCommand(id, options))
    })
  onWorkspace(
    program.command('explain <session>').description('why its context looks as it does, and what it cost'),
  ).action(async (id: string, options: WorkspaceFlags) => {
    const { explainCommand } = await import('../commands/sessions.ts')
    done(await explainCommand(id, options))
  })
  onWorkspace(program.command('compact <session>').description('fold what can be folded, now, without a model'))
    .option('--instruction <text>', 'what to keep in mind')
    .action(async (id: string, options: WorkspaceFlags & { instruction?: string }) => {
      const { compactCommand } = await import('../commands/sessions.ts')
      done(await compactCommand(id, options))
    })
  onWorkspace(program.command('undo <session>').description('take back its newest epoch, or one batch'))
    .option('--batch <number>', 'a batch, as explain shows it', positive)
    .action(async (id: string, options: WorkspaceFlags & { batch?: number }) => {
      const { undoCommand } = await import('../commands/sessions.ts')
      done(await undoCommand(id, options))
    })
  onWorkspace(program.command('export [session] [file]').description('a session with all it refers to, as one file'), {
    json: false,
  })
    .option('--markdown', 'only its messages, to read')
    .option('--copaw <folder>', 'as a workspace of CoPaw and QwenPaw; without a session: all of them')
    .action(async (id: string | undefined, file: string | undefined, options: ExportFlags) => {
      const { exportCommand } = await import('../commands/transfer.ts')
      done(await exportCommand(id, file, options))
    })
  onWorkspace(
    program
      .command('import <file>')
      .description('an exported session, a transcript of another agent, a folder of CoPaw or QwenPaw'),
  )
    .option('--as <session>', 'the name it gets')
    .action(async (file: string, options: WorkspaceFlags & { as?: string }) => {
      const { importCommand } = await import('../commands/transfer.ts')
      done(await importCommand(file, options))
    })
  program
    .command('migrate')
    .description('a whole workspace from a folder to a database, or back; called again it goes on')
    .requiredOption('--from <place>', 'a folder, or postgres://host/database?tenant=name')
    .requiredOption('--to <place>', 'the same; what is there already and differs is left alone')
    .option('--json', 'the outcome as JSON')
    .action(async (options: { from: string; to: string; json?: boolean }) => {
      const { migrateCommand } = await import('../commands/migrate.ts')
      done(await migrateCommand(options))
    })
  onWorkspace(program.command('doctor').description('is everything in order? Changes nothing')).action(
    async (options: WorkspaceFlags) => {
      const { doctorCommand } = await import('../commands/doctor.ts')
      done(await doctorCommand(options, version))
    },
  )
}
