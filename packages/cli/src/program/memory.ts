import type { Command } from 'commander'
import type { MemoryFlags } from '../commands/memory.ts'
import { onWorkspace, positive, type Done } from './done.ts'

export function addMemory(program: Command, done: Done): void {
  const memory = program
    .command('memory')
    .description('long-term notes: search, add, log, diff, revert, forget, status, reindex, consolidate')
  const load = () => import('../commands/memory.ts')
  onWorkspace(memory.command('search <query>').description('find something in the notes'))
    .option('--limit <number>', 'hits at most', positive)
    .option('--scope <names>', 'notes, dialog, results, with commas between', 'notes')
    .action(async (query: string, options: MemoryFlags) => done(await (await load()).search(query, options)))
  onWorkspace(memory.command('add <text>').description('remember this, in MEMORY.md'))
    .option('--path <note>', 'another note, such as memory/people.md')
    .action(async (text: string, options: MemoryFlags) => done(await (await load()).add(text, options)))
  onWorkspace(memory.command('log [path]').description('what changed in the notes, newest first'))
    .option('--limit <number>', 'changes at most', positive)
    .action(async (path: string | undefined, options: MemoryFlags) => done(await (await load()).log(path, options)))
  onWorkspace(memory.command('diff <id>').description('one change, line by line')).action(
    async (id: string, options: MemoryFlags) => done(await (await load()).diff(id, options)),
  )
  onWorkspace(memory.command('revert <id>').description('take back one change')).action(
    async (id: string, options: MemoryFlags) => done(await (await load()).revert(id, options)),
  )
  onWorkspace(
    memory.command('forget <words>').description('take out what says so, from notes, kept versions and index'),
  )
    .option('--source', 'the words name a source, such as a session')
    .option('--everywhere', 'also strike it out of session logs and the dialog archive, and erase results that hold it')
    .option('--dry-run', 'only show what would go')
    .action(async (words: string, options: MemoryFlags) => done(await (await load()).forget(words, options)))
  onWorkspace(memory.command('status').description('the index and what runs')).action(async (options: MemoryFlags) =>
    done(await (await load()).status(options)),
  )
  onWorkspace(memory.command('reindex').description('build the index anew')).action(async (options: MemoryFlags) =>
    done(await (await load()).reindex(options)),
  )
  onWorkspace(memory.command('consolidate').description('bring MEMORY.md up to date from the day logs, now')).action(
    async (options: MemoryFlags) => done(await (await load()).consolidate(options)),
  )
  const transfer = () => import('../memory/transfer.ts')
  onWorkspace(
    memory
      .command('import <path>')
      .description('take over mem0, LangChain, CLAUDE.md, a Claude Code session, OpenClaw'),
  ).action(async (given: string, options: MemoryFlags) => done(await (await transfer()).importMemories(given, options)))
  onWorkspace(memory.command('export').description('all notes as Markdown, or with --json as JSON')).action(
    async (options: MemoryFlags) => done(await (await transfer()).exportMemories(options)),
  )
}
