// Somebody tells the chat on Monday what they always want, and ends it. On Tuesday the model knows before they say a word of it; on
// Wednesday they change their mind; and what they ask to forget is gone, from the disk and from whatever is sent afterwards.
import { startProvider, type ScriptedProvider } from 'daypack-testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { daypack, inTerminal, noTerminal, project, type Project, type Terminal } from '../../packages/cli/test/run.ts'
import { filesWith } from './days.ts'

const MONDAY = [
  'I always use yarn in my projects. My locker code at the gym is tango 4711.',
  'My daughter is called Runa. What should I cook tonight?',
]

let at: Project
let server: ScriptedProvider
let terminal: Terminal | undefined

beforeEach(async () => {
  at = project()
  terminal = undefined
  server = await startProvider({ script: () => ({ text: 'All right.' }) })
  Object.assign(at.env, {
    DAYPACK_PROVIDER: 'openai-compatible',
    DAYPACK_BASE_URL: `${server.url}/v1`,
    DAYPACK_API_KEY: 'sk-test',
    DAYPACK_MODEL: 'qwen-plus',
  })
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail' && terminal) console.log(terminal.screen().trimEnd())
  terminal?.close()
  await server.close()
  at.remove()
})

/** A chat of its own, until the end of the input. */
async function chat(...lines: readonly string[]): Promise<void> {
  expect(await daypack(at, ['chat'], `${lines.join('\n')}\n`)).toMatchObject({ code: 0 })
}

/** The first request with these words, as it went over the wire; memory asks the model too, without tools. */
const sentWith = (words: string): string =>
  server.requests.find(({ text }) => text.includes(words) && text.includes('"tools"'))?.text ?? ''

test('G-02, G-03: what was said on Monday is in the first request of Tuesday, and its change in that of Thursday', async () => {
  await chat(...MONDAY)
  await chat('Add a GET route for the invoices.')
  const tuesday = sentWith('Add a GET route')
  for (const words of ['I always use yarn in my projects.', 'tango 4711', 'My daughter is called Runa.'])
    expect(tuesday).toContain(words)
  expect(tuesday).not.toContain('cook tonight')
  expect(tuesday.indexOf('yarn')).toBeLessThan(tuesday.indexOf('Add a GET route'))

  await chat('From now on I use pnpm instead of yarn.')
  await chat('Add a POST route for the invoices.')
  const thursday = sentWith('Add a POST route')
  // Both were said today: the night strikes one of them; until then the later one stands later, and holds.
  expect(thursday).toMatch(/of two notes that disagree the later one\..*always use yarn.*pnpm instead of yarn/)
  expect(thursday).not.toContain('GET route')
})

test.skipIf(noTerminal())('"forget my locker code", a yes, and nobody finds it any more', async () => {
  await chat(...MONDAY)
  expect(filesWith(at, 'tango')).not.toEqual([])

  terminal = inTerminal(at, ['chat'])
  await terminal.shows('0 % of')
  terminal.type('Add a GET route.', 'Enter')
  await terminal.shows('All right.')
  expect(sentWith('Add a GET route')).toContain('tango')
  terminal.type('Forget my locker code.', 'Enter')
  await terminal.shows('[y]es, [N]o?')
  expect(filesWith(at, 'tango')).not.toEqual([])
  terminal.type('y', 'Enter')
  await terminal.shows(/Forgot \d+ lines?:/)
  terminal.type('Now a POST route.', 'Enter')
  await terminal.shows(/All right\.[^]*All right\./)
  terminal.type('C-d')
  await terminal.shows('ended with 0')

  await chat('And a PUT route.')
  for (const words of ['Now a POST route', 'And a PUT route']) {
    expect(sentWith(words)).toContain('Runa')
    expect(sentWith(words)).not.toContain('tango')
  }
  expect(filesWith(at, 'tango')).toEqual([])
})
