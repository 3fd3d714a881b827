import type { Command } from 'commander'
import type { Done } from './done.ts'

export function addPostgres(program: Command, done: Done): void {
  const postgres = program
    .command('postgres')
    .description('set up and look after a PostgreSQL that holds many workspaces')
  postgres
    .command('init')
    .description('what an administrator runs once in each database, as SQL')
    .option('--print', 'print it (the only thing it does)')
    .option('--owner <role>', 'the role that owns the tables', 'daypack_owner')
    .option('--server <role>', 'the role your programs connect as', 'daypack_server')
    .action(async (options: { owner: string; server: string }) => {
      const { initSql } = await import('../commands/postgres.ts')
      done(await initSql(options))
    })
  onServer(postgres.command('migrate').description('bring the tables up to date, as their owner')).action(
    async (options: ServerFlags) => {
      const { migrateSchema } = await import('../commands/postgres.ts')
      done(await migrateSchema(options))
    },
  )
  onServer(postgres.command('status').description('how the server does: versions, locks, lag, jobs'))
    .option('--prometheus', 'print metrics as Prometheus reads them')
    .action(async (options: ServerFlags & { prometheus?: boolean }) => {
      const { statusCommand } = await import('../commands/postgres.ts')
      done(await statusCommand(options))
    })
  onServer(postgres.command('delete <tenant>').description('delete everything of one tenant for good (asks for --yes)'))
    .option('--yes', 'delete it without asking again')
    .action(async (tenant: string, options: ServerFlags & { yes?: boolean }) => {
      const { deleteCommand } = await import('../commands/postgres.ts')
      done(await deleteCommand(tenant, options))
    })
}

export type ServerFlags = { url?: string; json?: boolean }

function onServer(command: Command): Command {
  return command
    .option('--url <address>', 'postgres://role@host/database (default: DAYPACK_PG_URL; passwords also by PGPASSWORD)')
    .option('--json', 'print the answer as JSON')
}
