import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { replayCommand } from './replay.ts'

const SESSION = fileURLToPath(new URL('../../demo/pi-session.jsonl.gz', import.meta.url))
const WINDOW = 64_000

/** The main job on an embedded default: a bundled real session, no key, no question asked. */
export async function tour(dir: string): Promise<number> {
  const workspace = await unused(path.resolve(dir))
  console.log(`Daypack: a session of 896 messages of a coding agent, replayed in a window of ${WINDOW} tokens.`)
  console.log('What does not fit is folded when it pays; nothing is lost.\n')
  const code = await replayCommand(SESSION, {
    window: WINDOW,
    dir: workspace,
    preset: 'daypack,copaw,miniClaude,claudeCode',
  })
  console.log('\nNext')
  console.log('  npm start -- replay <your transcript> --preset all   what each way would have cost you')
  console.log('  npm start -- chat --model scripted                   a chat on your own files, no key needed')
  console.log(
    `  npm start -- explain daypack --dir ${path.relative('', workspace).padEnd(18)} every epoch of this session, with its reason`,
  )
  console.log('  npm start -- --help                                  everything else')
  console.log('  npm test                                             the promises, checked')
  return code
}

/** The folder itself while there is nothing in it, else one beside it: nothing that is there is touched. */
async function unused(dir: string): Promise<string> {
  for (let count = 1; ; count++) {
    const name = count === 1 ? dir : `${dir}-${count}`
    const found = await readdir(name).catch((error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? [] : [name]))
    if (found.length === 0) return name
  }
}
