// Turns through the built library, in whatever runtime this is started: node, bun or deno. In memory, then in a workspace on
// disk that is folded, closed and opened again, with a note that is found.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDaypack } from 'daypack'
import { anthropic } from 'daypack/codecs'
import { memoryDriver } from 'daypack/drivers'

const TURNS = 40
const model = 'claude-opus-4-5'

const pack = await createDaypack({ driver: memoryDriver(), memory: false })
const asked = [{ role: /** @type {const} */ ('user'), content: 'Hello.' }]
const { request } = await (await pack.session('smoke')).prepare(anthropic, { model, max_tokens: 100, messages: asked })
await pack.close()
check(JSON.stringify(request.messages) === JSON.stringify(asked), 'the request is as it came')

const dir = mkdtempSync(path.join(tmpdir(), 'daypack-smoke-'))
const first = await createDaypack({ dir, window: 8_000 })
const session = await first.session('smoke')
/** @type {any[]} */
const messages = []
for (let turn = 0; turn < TURNS; turn++) {
  messages.push({ role: 'user', content: `Question ${turn}: ${'what does this file do? '.repeat(30)}` })
  const { problem } = await session.prepare(anthropic, { model, max_tokens: 100, messages })
  check(problem === undefined, `turn ${turn} has no problem: ${String(problem)}`)
  const content = [{ type: 'text', text: `Answer ${turn}: ${'it reads the settings. '.repeat(20)}` }]
  await session.record(anthropic, /** @type {any} */ ({ role: 'assistant', content, usage: { input_tokens: 10 } }))
  messages.push({ role: 'assistant', content })
}
check(
  session.view.items.some(({ kind }) => kind === 'fold'),
  'the session is folded',
)
await first.memory.remember('The heron stands at pier nine.')
await first.close()
const again = await createDaypack({ dir, window: 8_000 })
check((await again.session('smoke')).view.slots.length === 2 * TURNS, 'every message is in the log')
check((await again.memory.search('heron')).hits.length === 1, 'the note is found')
await again.close()
rmSync(dir, { recursive: true })
console.log('Turns in memory and on disk went through, and all of it was found again.')

/** @param {boolean} holds @param {string} what */
function check(holds, what) {
  if (!holds) throw new Error(`Does not hold: ${what}`)
}
