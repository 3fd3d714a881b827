import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createDaypack } from 'daypack'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { daypack, inTerminal, noTerminal, project, started, until, type Project, type Terminal } from './run.ts'

const missing = noTerminal()
if (missing) console.log(`Tests in a real terminal are skipped: ${missing}.`)

let at: Project
let terminal: Terminal | undefined
beforeEach(() => {
  at = project()
  terminal = undefined
})
afterEach(({ task }) => {
  if (task.result?.state === 'fail' && terminal) console.log(terminal.screen().trimEnd())
  terminal?.close()
  at.remove()
})

async function sessionOf(at: Project) {
  const pack = await createDaypack({ dir: path.join(at.dir, '.daypack'), memory: false, retention: false })
  const [id = ''] = await pack.sessions()
  const session = await pack.session(id)
  return { pack, session, entries: await session.entries() }
}

const TURNS = 60
/** Reads a file, edits it, says it is done; at the end it needs a word that was said at the very beginning. */
const CODER = `
const text = (content) => typeof content === 'string' ? content : content.map((part) => part.text ?? (typeof part.content === 'string' ? part.content : (part.content ?? []).map((each) => each.text ?? '').join(''))).join('\\n')
export default ({ body, shown }) => {
  const last = body.messages.at(-1)
  const isResult = Array.isArray(last.content) && last.content.some((part) => part.type === 'tool_result')
  const step = /step (\\d+)/.exec(text(last.content))?.[1]
  if (!isResult && /^finish/m.test(text(last.content))) {
    const word = /release word is ([A-Z]+-\\d+)/.exec(shown)?.[1]
    return word ? { text: 'I will write it.', calls: [{ tool: 'write_file', input: { file_path: 'release.txt', content: word } }] } : { calls: [{ tool: 'recall', input: { query: 'the release word' } }] }
  }
  if (!isResult && step) return { text: 'Reading.', calls: [{ tool: 'read_file', input: { file_path: 'part-' + step + '.txt' } }] }
  const result = text(last.content)
  const found = /unfinished part (\\d+)/.exec(result)?.[1]
  if (found) return { calls: [{ tool: 'edit_file', input: { file_path: 'part-' + found + '.txt', old_string: 'unfinished part ' + found + ' ', new_string: 'finished part ' + found + ' ' } }] }
  const word = /release word is ([A-Z]+-\\d+)/.exec(result)?.[1]
  if (word) return { calls: [{ tool: 'write_file', input: { file_path: 'release.txt', content: word } }] }
  const changed = /Changed part-(\\d+)/.exec(result)?.[1]
  return { text: changed ? 'Part ' + changed + ' is done.' : 'All is done.' }
}
`

describe.skipIf(missing)('in a real terminal', () => {
  test(`a coding task of ${TURNS} turns overflows a window of 32k several times and still finishes; /compact and /undo`, async () => {
    at.file('coder.mjs', CODER)
    for (let n = 1; n <= TURNS; n++)
      at.file(
        `part-${n}.txt`,
        `unfinished part ${n} \n${Array.from({ length: 120 }, (_, line) => `${n}.${line} const value${n * 1_000 + line} = compute(${line}, 'item ${n}')`).join('\n')}\n`,
      )
    terminal = inTerminal(at, ['chat', '--model', 'scripted', '--script', 'coder.mjs', '--window', '32000'])
    await terminal.shows('preset daypack')
    terminal.type('Note for the end: the release word is MERIDIAN-7. Now step 1 please.', 'Enter')
    await terminal.shows('Part 1 is done.')
    for (let n = 2; n <= TURNS; n++) terminal.type(`step ${n} please`, 'Enter')
    await terminal.shows(`Part ${TURNS} is done.`)
    expect(terminal.screen().match(/\[folded: /g)?.length).toBeGreaterThanOrEqual(3)
    terminal.type('finish', 'Enter')
    await terminal.shows('All is done.')
    for (let n = 1; n <= TURNS; n++)
      expect(readFileSync(path.join(at.dir, `part-${n}.txt`), 'utf8')).toMatch(new RegExp(`^finished part ${n} `))
    expect(readFileSync(path.join(at.dir, 'release.txt'), 'utf8')).toBe('MERIDIAN-7')
    terminal.type('/context', 'Enter')
    await terminal.shows('Biggest:')
    terminal.type('/compact', 'Enter')
    const compacted = await terminal.shows(/Messages compacted: \d+|Nothing was compacted/)
    expect(compacted).toMatch(/Tokens: \d+ → \d+/)
    terminal.type('/undo', 'Enter')
    await terminal.shows(/Undone: \d+ → \d+ tokens/)
    terminal.type('/exit', 'Enter')
    await terminal.shows('ended with 0')
    const { pack, session, entries } = await sessionOf(at)
    const full = session.view.slots.reduce(
      (sum, slot) => sum + slot.sizes.reduce((all, size) => all + size.tokens, 0),
      0,
    )
    const bills = entries.flatMap((entry) =>
      entry.kind === 'usage' ? [entry.usage.input + entry.usage.cacheRead + entry.usage.cacheWrite] : [],
    )
    expect(full).toBeGreaterThan(3 * 32_000)
    expect(Math.max(...bills)).toBeLessThan(32_000)
    expect(entries.filter((entry) => entry.kind === 'mark' && entry.name === 'epoch').length).toBeGreaterThanOrEqual(3)
    await pack.close()
  })

  test('CJK input is edited and kept letter by letter; Ctrl-C stops a turn and the session continues', async () => {
    at.file(
      'script.json',
      JSON.stringify([{ text: '请稍等', fault: { kind: 'stall', after: 4 } }, { text: '好的，完成了' }]),
    )
    terminal = inTerminal(at, ['chat', '--model', 'scripted', '--script', 'script.json'])
    await terminal.shows('preset daypack')
    terminal.type('你好，世界错', 'BSpace', '！日本語も한국어도', 'Enter')
    await terminal.shows('请稍等')
    terminal.type('C-c')
    await terminal.shows('Stopped.')
    terminal.type('继续', 'Enter')
    // The end of the input may come while a turn still runs.
    terminal.type('C-d')
    await terminal.shows('好的，完成了')
    await terminal.shows('ended with 0')
    const { pack, session } = await sessionOf(at)
    const said = session.view.slots.map(({ message }) => [
      message.role,
      message.blocks.map((block) => (block.type === 'text' ? block.text : '')).join(''),
    ])
    expect(said).toEqual([
      ['user', '你好，世界！日本語も한국어도'],
      ['assistant', '请稍等\n[stopped here]'],
      ['user', '继续'],
      ['assistant', '好的，完成了'],
    ])
    await pack.close()
  })
})

test('kill -9 in the middle of a turn: the session is taken up again, its open call closed', async () => {
  at.file(
    'first.json',
    JSON.stringify([
      { text: 'working', calls: [{ tool: 'run_shell', input: { command: 'echo $$ > shell.pid; exec sleep 300' } }] },
    ]),
  )
  at.file('second.json', JSON.stringify([{ text: 'I am back.' }]))
  const { child, ended } = started(at, ['chat', '--model', 'scripted', '--script', 'first.json', '--allow-shell'])
  child.stdin?.write('start the long job\n')
  const pid = await until(() => {
    const file = path.join(at.dir, 'shell.pid')
    return existsSync(file) ? Number(readFileSync(file, 'utf8')) || undefined : undefined
  })
  child.kill('SIGKILL')
  await ended
  process.kill(pid, 'SIGKILL')
  const { code, out } = await daypack(
    at,
    ['chat', '--continue', '--model', 'scripted', '--script', 'second.json'],
    'go on\n',
  )
  expect(out).toContain('1 open tool call was closed')
  expect(out).toContain('I am back.')
  expect(code).toBe(0)
  const { pack, session } = await sessionOf(at)
  expect(session.view.slots.map((slot) => slot.message.role)).toEqual([
    'user',
    'assistant',
    'tool',
    'user',
    'assistant',
  ])
  await pack.close()
})
