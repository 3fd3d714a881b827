import path from 'node:path'
import { createDaypack } from 'daypack'
import { startProvider } from 'daypack-testing'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { inTerminal, noTerminal, project, type Project, type Terminal } from './run.ts'

const missing = noTerminal()
if (missing) console.log(`Tests of the screen are skipped: ${missing}.`)

let at: Project
let terminal: Terminal
beforeEach(() => void (at = project()))
afterEach(({ task }) => {
  if (task.result?.state === 'fail') console.log(terminal.screen().trimEnd())
  terminal.close()
  at.remove()
})

const CHAT = ['chat', '--model', 'scripted']
const SCRIPTED = (replies: unknown): string[] => {
  at.file('script.json', JSON.stringify(replies))
  return [...CHAT, '--script', 'script.json']
}

async function said(): Promise<string[]> {
  const pack = await createDaypack({ dir: path.join(at.dir, '.daypack'), memory: false, retention: false })
  const [id = ''] = await pack.sessions()
  const { view } = await pack.session(id)
  await pack.close()
  return view.slots
    .filter(({ message }) => message.role === 'user')
    .map(({ message }) => message.blocks.map((block) => (block.type === 'text' ? block.text : '')).join(''))
}

describe.skipIf(missing)('the screen of the chat', () => {
  test('says where one is, and how to come back (F-37)', async () => {
    terminal = inTerminal(at, SCRIPTED([{ text: 'hello to you' }]))
    const first = await terminal.shows('try ')
    expect(first).toMatch(/^model {4}scripted:/m)
    expect(first).toMatch(/^window {3}200\.0k tokens, preset daypack$/m)
    expect(first).toMatch(/^folder {3}~$/m)
    expect(first).toMatch(/^session {2}chat-\S+, new$/m)
    terminal.type('hello', 'Enter')
    await terminal.shows('hello to you')
    terminal.type('/exit', 'Enter')
    const last = await terminal.shows('ended with 0')
    expect(last).toMatch(/^Session saved\. Continue with: daypack chat --resume chat-\S+$/m)
  })

  test('F-37: 60 pasted lines are one message', async () => {
    terminal = inTerminal(at, SCRIPTED([{ text: 'read them all' }, { text: 'a second turn' }]))
    await terminal.shows('try ')
    const lines = Array.from({ length: 60 }, (_, line) => `pasted line ${line + 1}`)
    terminal.paste(`${lines.join('\n')}\n`)
    await terminal.shows(/paste #1 \+6\d lines/)
    terminal.type('Enter')
    await terminal.shows('read them all')
    terminal.type('/exit', 'Enter')
    await terminal.shows('ended with 0')
    expect(terminal.screen()).not.toContain('a second turn')
    expect(await said()).toEqual([lines.join('\n')])
  })

  test('F-37: Ctrl-C clears the line; only two in a row on an empty line leave', async () => {
    terminal = inTerminal(at, SCRIPTED([{ text: 'still here' }]))
    await terminal.shows('try ')
    terminal.type('half a thought', 'C-c')
    terminal.type('C-c')
    await terminal.shows('Press Ctrl-C again to leave')
    terminal.type('whole thought', 'C-c')
    terminal.type('C-c')
    await terminal.shows('Press Ctrl-C again to leave')
    terminal.type('said', 'Enter')
    // The meter counts the answer once the turn is over; before that Ctrl-C stops the turn.
    await terminal.shows(/still here[^]*\[\w*a·+\]/)
    expect(await said()).toEqual(['said'])
    terminal.type('C-c')
    await terminal.shows('Press Ctrl-C again to leave')
    terminal.type('C-c')
    await terminal.shows('ended with 0')
  })

  test('F-37: Tab completes commands and paths, the up arrow brings back what was said', async () => {
    at.file('a-long-name.txt', 'words in it')
    terminal = inTerminal(at, CHAT)
    await terminal.shows('try ')
    terminal.type('read a-l', 'Tab')
    await terminal.shows('read a-long-name.txt')
    terminal.type('Enter')
    await terminal.shows('words in it')
    terminal.type('/contex')
    await terminal.shows('what fills the window')
    terminal.type('Tab', 'Enter')
    await terminal.shows('Zones: ')
    terminal.type('Up', 'Up')
    await terminal.shows(/─\n *read a-long-name\.txt/)
  })

  test('Markdown is drawn, a tool is one line that unfolds, the meter is in view', async () => {
    at.file('notes.txt', 'first line\nsecond line\nthird line')
    terminal = inTerminal(
      at,
      SCRIPTED([
        { calls: [{ tool: 'read_file', input: { file_path: 'notes.txt' } }] },
        { text: '## Found\n\n- **one** thing' },
      ]),
    )
    await terminal.shows('try ')
    terminal.type('look', 'Enter')
    const shown = await terminal.shows('one thing')
    expect(shown).not.toContain('**one**')
    expect(shown).toMatch(/^\* read_file notes\.txt → first line \(\d+ lines, \d+ bytes\)$/m)
    expect(shown).not.toContain('second line')
    expect(shown).toMatch(/\[[^\]]*\] \d+ % of 200\.0k/)
    terminal.type('C-o')
    await terminal.shows('second line')
  })

  test('60 columns: words are wrapped whole, nothing breaks', async () => {
    const words = Array.from({ length: 40 }, (_, word) => `word${word}`).join(' ')
    terminal = inTerminal(at, SCRIPTED([{ text: words }]), { columns: 60 })
    await terminal.shows('try ')
    terminal.type('talk', 'Enter')
    const shown = await terminal.shows('word39')
    for (let word = 0; word < 40; word++) expect(shown).toMatch(new RegExp(`\\bword${word}\\b`))
    terminal.type('/context', 'Enter')
    await terminal.shows('Biggest:')
    terminal.type('/exit', 'Enter')
    await terminal.shows('ended with 0')
  })

  test('a model that never writes its notes does not keep the chat open: Esc leaves', async () => {
    const provider = await startProvider({
      script: ({ body }) =>
        body['stream'] === true ? { text: 'Noted.' } : { text: '', fault: { kind: 'stall', after: 0 } },
    })
    onTestFinished(() => provider.close())
    Object.assign(at.env, {
      DAYPACK_PROVIDER: 'anthropic',
      DAYPACK_BASE_URL: `${provider.url}/v1`,
      DAYPACK_API_KEY: 'k',
      DAYPACK_MODEL: 'claude-sonnet-5-5',
    })
    terminal = inTerminal(at, ['chat'])
    await terminal.shows('try ')
    terminal.type('I always use tabs, see @none.md', 'Enter')
    await terminal.shows('There is no file none.md here')
    await terminal.shows('Noted.')
    terminal.type('C-d')
    await terminal.shows('writing notes')
    terminal.type('Escape')
    await terminal.shows('ended with 0')
  })

  test('a dumb terminal gets plain lines', async () => {
    terminal = inTerminal(at, SCRIPTED([{ text: 'plain answer' }]), { term: 'dumb' })
    await terminal.shows('try ')
    terminal.type('hello', 'Enter')
    // With the next prompt the turn is over; before that Ctrl-C stops the turn, after it the program.
    await terminal.shows(/^plain answer\n+0 % >$/m)
    expect(terminal.screen()).not.toContain('───')
    expect(terminal.screen()).toMatch(/^0 % > hello$/m)
    terminal.type('C-c')
    await terminal.shows('ended with 0')
  })
})
