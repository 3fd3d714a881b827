import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { calledAs } from '../show/words.ts'
import { replayCommand } from './replay.ts'

const SESSION = fileURLToPath(new URL('../../demo/pi-session.jsonl.br', import.meta.url))
const WINDOW = 64_000

export async function tour({ dir, svg }: { dir?: string; svg?: string }): Promise<number> {
  const workspace =
    dir === undefined ? await mkdtemp(path.join(tmpdir(), 'daypack-tour-')) : await unusedFolder(path.resolve(dir))
  console.log(`Daypack: a session of 896 messages of a coding agent, replayed in a window of ${WINDOW} tokens.`)
  console.log('What does not fit is folded when it pays; nothing is lost.\n')
  const code = await replayCommand(SESSION, {
    window: WINDOW,
    dir: workspace,
    ...(svg !== undefined && { svg }),
    preset: 'daypack,copaw,miniClaude,claudeCode',
  })
  const me = calledAs(process.env)
  const next = [
    [`${me} replay`, 'your own sessions of Claude Code, Codex, pi …: what each way would have cost'],
    [`${me} chat --model scripted`, 'a chat on the files of this folder, no key needed'],
    [`${me} explain daypack --dir ${workspace}`, 'every epoch of this session, with its reason'],
    [`${me} inspect ${workspace} --window 64k`, 'the same session in your browser'],
    [`${me} --help`, 'everything else'],
  ] as const
  const width = Math.max(...next.map(([command]) => command.length))
  console.log('\nNext')
  for (const [command, what] of next) console.log(`  ${command.padEnd(width)}   ${what}`)
  return code
}

async function unusedFolder(dir: string): Promise<string> {
  for (let count = 1; ; count++) {
    const name = count === 1 ? dir : `${dir}-${count}`
    const found = await readdir(name).catch((error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? [] : [name]))
    if (found.length === 0) return name
  }
}
