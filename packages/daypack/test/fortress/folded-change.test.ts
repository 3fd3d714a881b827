import { describe, expect, test } from 'vitest'
import type { DaypackOptions } from '../../src/config.ts'
import type { Message } from '../../src/model/message.ts'
import type { Summarize } from '../../src/passes/pass.ts'
import { PRESET_NAMES, presetOf, type PresetName } from '../../src/presets/index.ts'
import type { Session } from '../../src/session/session.ts'
import { world } from '../engine/world.ts'
import { assistant, calls, plain, results, user } from '../engine/say.ts'

const SECRET = 'hunter2-SeCrEt-9931'
const filler = (n: number) => `${n} `.padEnd(1_600, 'some words of work ')

/** A talk with tools whose second request holds the secret. */
function talk(turns: number): Message[] {
  return Array.from({ length: turns }, (_, n) => [
    user(n === 1 ? `The password is ${SECRET}; never store it. ${filler(n)}` : `request ${n} ${filler(n)}`),
    calls(`call${n}`),
    results({ [`call${n}`]: filler(n) }),
    assistant(`answer ${n} ${filler(n)}`),
  ]).flat()
}

async function folded(options: Partial<DaypackOptions> & { preset: PresetName }, history: readonly Message[]) {
  const { passes } = presetOf(options.preset).options
  const made = await world({
    window: 16_000,
    ...options,
    tuning: { maxOutput: 1_000, inlineMaxBytes: 8_192, passes, ...options.tuning },
  })
  await made.session.prepare(plain, { messages: history })
  if (!isFolded(made.session)) await made.session.compact()
  expect(isFolded(made.session)).toBe(true)
  return made
}
const isFolded = (session: Session) => session.view.items.some((item) => item.kind === 'fold')

/** A model that writes down everything it is shown, the secret first. */
const echo: Summarize = async (ask) => {
  const seen = JSON.stringify(ask).includes(SECRET) ? SECRET : 'not told'
  return `## Goal\n- the password is ${seen}\n## Progress\n### Done\n- request 0, request 1`
}

describe.each(PRESET_NAMES)('%s', (preset) => {
  test.each([
    ['without a model', {}],
    ['with a model that notes everything', { summarize: echo }],
  ])('F-61: a changed message inside a fold opens it, and the removed words are sent no more: %s', async (_, extra) => {
    const history = [...talk(12), user('and now?')]
    const { session, reopened } = await folded({ preset, ...extra }, history)
    const changed = history.map((message, at) => (at === 4 ? user(`The word was taken out. ${filler(1)}`) : message))
    const { request } = await session.prepare(plain, { messages: [...changed, assistant('ok'), user('go on')] })
    const sent = JSON.stringify(request)
    expect(sent).not.toContain(SECRET)
    expect(JSON.stringify(session.view.items)).not.toContain(SECRET)
    const after = await session.compact()
    expect(JSON.stringify(session.view.items)).not.toContain(SECRET)
    expect(after.after.tokens).toBeGreaterThan(0)
    const again = await (
      await reopened()
    ).prepare(plain, {
      messages: [...changed, assistant('ok'), user('go on'), assistant('fine'), user('more')],
    })
    expect(JSON.stringify(again.request)).not.toContain(SECRET)
  })

  test('F-61: the new words are sent', async () => {
    const history = [...talk(12), user('and now?')]
    const { session } = await folded({ preset, window: 64_000 }, history)
    const changed = history.map((message, at) => (at === 4 ? user('Use NEW-WORDS-4711 instead.') : message))
    const { request } = await session.prepare(plain, { messages: [...changed, assistant('ok'), user('go on')] })
    expect(JSON.stringify(request)).toContain('NEW-WORDS-4711')
    expect(JSON.stringify(request)).not.toContain(SECRET)
    await session.undo()
    expect(JSON.stringify(session.view.items)).not.toContain(SECRET)
  })
})

test('F-61: a fold that quotes a changed message of the tail is opened; one that does not stays', async () => {
  const quoting = (words: string) => ({
    name: 'quoting',
    propose: () => ({
      why: 'test',
      edits: [{ op: 'fold' as const, from: 1, to: 4, summary: { text: `in short: ${words}` } }],
    }),
  })
  for (const [words, stays] of [
    [SECRET, false],
    ['nothing of it', true],
  ] as const) {
    const { session } = await world({ window: 64_000, tuning: { passes: [quoting(words)] } })
    const history = [...talk(1), user('a'), assistant(`the key is ${SECRET}, remember`), user('b')]
    await session.prepare(plain, { messages: history })
    await session.compact()
    expect(session.view.items[0]?.kind).toBe('fold')
    const changed = history.map((message, at) => (at === 5 ? assistant('the key is gone, remember') : message))
    await session.prepare(plain, { messages: changed })
    expect([session.view.items[0]?.kind === 'fold', words]).toEqual([stays, words])
  }
})
