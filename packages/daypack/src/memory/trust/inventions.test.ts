import { expect, test } from 'vitest'
import { setUp } from '../../../test/memory/consolidate-support.ts'
import { ROWS } from '../../../test/memory/inventions.ts'
import { memoryDriver } from '../../drivers/memory/index.ts'
import { openState } from '../notes/state.ts'
import { flush } from '../write/flush.ts'
import { notBorneOut } from './borne-out.ts'
import { ingress } from './ingress.ts'
import { redactor } from './redact.ts'
import { tombstones } from './tombstones.ts'

test.each(Object.entries(ROWS))('what nobody said is not borne out, what was said is: %s', (_, rows) => {
  const wrong = rows.flatMap(({ said, no, yes }) => [
    ...no.filter((text) => notBorneOut(text, said).length === 0).map((text) => `kept: ${said} → ${text}`),
    ...yes
      .filter((text) => notBorneOut(text, said).length > 0)
      .map((text) => `refused: ${said} → ${text} (${notBorneOut(text, said).join(', ')})`),
  ])
  expect(wrong).toEqual([])
})

test('a model that writes such lines into the day’s log is refused, and its true lines stay', async () => {
  const { notes, log } = memoryDriver({ now: () => 0, zone: 'UTC' })
  const state = await openState(log, () => 0)
  const admit = ingress(redactor(state.key), tombstones(state))
  for (const [index, { said, no, yes }] of Object.values(ROWS).flat().entries()) {
    // Long enough for a model to be asked.
    const answer = 'Thank you for telling me, that will be remembered from here on, whatever else comes up.'
    const talk = [
      { role: 'user' as const, text: said },
      { role: 'assistant' as const, text: answer },
    ]
    const from = 2 * index + 1
    const entries = talk.map(({ role, text }, at) => ({
      ...{ seq: from + at, at: 0, kind: 'message' as const, hash: '', sizes: [], counter: 'none' },
      message: { role, blocks: [{ type: 'text' as const, text }] },
    }))
    const job = { session: 's', from, to: from + 1, day: '2026-11-14', time: '12:00', before: 'model' as const }
    const reply = [...no, ...yes].map((text) => `- Fact: ${text} (${from})`).join('\n')
    const { lines, by, refused } = await flush(job, { notes, admit, summarize: async () => reply }, entries)
    expect({ by, refused, said }).toEqual({ by: 'model', refused: no.length, said })
    expect(lines.filter((line) => no.some((text) => line.includes(`Fact: ${text} <!--`)))).toEqual([])
  }
})

test('nor does such a line reach MEMORY.md when days are merged by a model', async () => {
  for (const { said, no, yes } of Object.values(ROWS)
    .flat()
    .filter(({ no }) => no.length > 0)) {
    for (const text of [...no, ...yes.slice(0, 1)]) {
      const { run, memory } = await setUp(
        { 'memory/2026-11-14.md': `- Fact: ${said} <!-- @user s#1 -->\n` },
        { summarize: async () => `ADD Fact: ${text} <- L1` },
      )
      const { refused } = await run()
      expect({ refused, text }).toEqual({ refused: no.includes(text) ? 1 : 0, text })
      if (no.includes(text)) expect(await memory()).not.toContain(`- ${text} <!--`)
    }
  }
})
