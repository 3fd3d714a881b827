import type { Command } from 'commander'
import type { MemoryFlags } from '../commands/memory.ts'
import { onWorkspace, positive, type Done } from './done.ts'

export function addMemory(program: Command, done: Done): void {
  const memory = program
    .command('memory')
    .description('long-term notes: search, add, why, change, forget, import, export')
  const load = () => import('../commands/memory.ts')
  onOwner(memory.command('search <query>').description('search the notes'))
    .option('--limit <number>', 'the most hits to show', positive)
    .option('--scope <names>', 'where to search: notes, dialog, results, separated by commas', 'notes')
    .action(async (query: string, options: MemoryFlags) => done(await (await load()).search(query, options)))
  onOwner(memory.command('add <text>').description('add a line to MEMORY.md'))
    .option('--path <note>', 'add it to another note, such as memory/people.md')
    .action(async (text: string, options: MemoryFlags) => done(await (await load()).add(text, options)))
  onWorkspace(
    memory.command('why <words>').description('who said a line of the notes, in which message, word for word'),
  ).action(async (words: string, options: MemoryFlags) => done(await (await load()).why(words, options)))
  onWorkspace(memory.command('log [path]').description('what changed in the notes, newest first'))
    .option('--limit <number>', 'the most changes to show', positive)
    .action(async (path: string | undefined, options: MemoryFlags) => done(await (await load()).log(path, options)))
  onWorkspace(memory.command('diff <id>').description('show one change, line by line')).action(
    async (id: string, options: MemoryFlags) => done(await (await load()).diff(id, options)),
  )
  onOwner(memory.command('list').description('every line that holds, with its id')).action(
    async (options: MemoryFlags) => done(await (await load()).list(options)),
  )
  onOwner(memory.command('change <id> <text>').description('change a line; the old text stays, struck')).action(
    async (id: string, text: string, options: MemoryFlags) => done(await (await load()).change(id, text, options)),
  )
  onOwner(memory.command('end <id>').description('a line no longer holds')).action(
    async (id: string, options: MemoryFlags) => done(await (await load()).end(id, options)),
  )
  onOwner(memory.command('history <id>').description('what a line said before')).action(
    async (id: string, options: MemoryFlags) => done(await (await load()).history(id, options)),
  )
  onWorkspace(memory.command('revert <id>').description('undo one change')).action(
    async (id: string, options: MemoryFlags) => done(await (await load()).revert(id, options)),
  )
  onOwner(memory.command('forget <words>').description('remove what matches from notes, their versions and the index'))
    .option('--source', 'the words name a source, such as a session')
    .option('--everywhere', 'also remove it from session logs, the dialog archive and stored results')
    .option('--dry-run', 'only show what would go')
    .action(async (words: string, options: MemoryFlags) => done(await (await load()).forget(words, options)))
  onWorkspace(memory.command('status').description('show the state of the index and of background tasks')).action(
    async (options: MemoryFlags) => done(await (await load()).status(options)),
  )
  onWorkspace(memory.command('reindex').description('rebuild the index')).action(async (options: MemoryFlags) =>
    done(await (await load()).reindex(options)),
  )
  onWorkspace(memory.command('consolidate').description('merge finished days into MEMORY.md now')).action(
    async (options: MemoryFlags) => done(await (await load()).consolidate(options)),
  )
  const transfer = () => import('../memory/transfer.ts')
  onWorkspace(
    memory
      .command('import <path>')
      .description('import from mem0, LangChain, CLAUDE.md, a Claude Code session or OpenClaw'),
  ).action(async (given: string, options: MemoryFlags) => done(await (await transfer()).importMemories(given, options)))
  onWorkspace(memory.command('export').description('print all notes as Markdown, or as JSON with --json')).action(
    async (options: MemoryFlags) => done(await (await transfer()).exportMemories(options)),
  )
}

/** Whose notes: the workspace's own, or those of a scope in it. */
function onOwner(command: Command): Command {
  return onWorkspace(command)
    .option('--user <name>', 'the notes of this user, instead of those of the workspace')
    .option('--agent <name>', 'of this agent')
    .option('--project <name>', 'of this project, beside those of the user')
    .option('--team <name>', 'of this team, beside those of the user')
}
