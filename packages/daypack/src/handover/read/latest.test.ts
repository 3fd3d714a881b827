import { expect, test } from 'vitest'
import { textOf, type Message } from '../../model/message.ts'
import { compact } from '../../passes/compact.ts'
import { proposalOf } from './latest.ts'
import type { Event } from './events.ts'
import { answer, openDesk, request, step } from '../../../../daypack-testing/src/desk.ts'

/** The hand-over of a session in which `said` came, followed by much work. */
async function handover(...said: readonly Message[]): Promise<string> {
  const desk = openDesk({ window: 20_000 })
  const work = Array.from({ length: 90 }, (_, at) => [
    ...step({ tool: 'Grep', input: { pattern: `p${at}` }, output: `src/a${at}.ts:1:${'found it here '.repeat(60)}` }),
    answer(`Looked at ${at}.`),
  ])
  await desk.say(request('Mend the parser.'), answer('Yes.'), ...said, ...work.flat())
  await desk.run([compact()])
  return textOf((await desk.shown())[0] as Message)
}

/** What stands under the heading of the latest request. */
function latestIn(text: string): string {
  const at = text.indexOf('\n', text.indexOf('# Latest request of the user when this was written, verbatim (at ['))
  return text.slice(at + 1)
}

test('T-03: where the picture is that came with the latest request is kept with it', async () => {
  const text = await handover(
    request('It works, but there is an odd letter: [Image #8]'),
    request('[Image: source: /var/folders/jc/T/shot-11.57.19.png]'),
  )
  expect(latestIn(text)).toMatch(/^It works, but there is an odd letter: \[Image #8\]/)
  expect(text).toMatch(
    /not in the words of the user:\]\n {2}\[Image: source: \/var\/folders\/jc\/T\/shot-11\.57\.19\.png\]/,
  )
})

test('F-11: what a host wraps around a request stays with it while it is short, a whole set of rules does not', async () => {
  const asked = 'The parser segfaults when it meets a tuple of one element. Find the cause and mend it in the grammar.'
  const short = `<uploaded_files>\n/workspace/ponyc\n</uploaded_files>\n${asked}`
  expect(latestIn(await handover(request(short)))).toBe(short)
  const long = `<system-reminder>\n${'Be brief. '.repeat(40)}\n</system-reminder>\n${asked}`
  expect(latestIn(await handover(request(long)))).toBe(asked)
  const pointed = `<ide_selection>The user selected line 98 from /a/CLAUDE.md:\nAudioWor</ide_selection>\nMigrate to it.`
  expect(latestIn(await handover(request(pointed)))).toBe(pointed)
})

test.each<[string, string, number | undefined]>([
  ['what was said last', 'agent 42, agent 41, user 40', 2],
  ['but to no longer request', 'agent 41, user 41', undefined],
  ['nor what is as short', 'agent 41, agent 40, user 2', undefined],
  ['with two calls between', 'agent 41, look 0, look 0, user 2', 1],
  ['with three', 'agent 41, look 0, look 0, look 0, user 2', undefined],
  ['to nobody who asked', 'agent 41, agent 2', undefined],
  ['before anything was said', 'user 2', undefined],
])('a word answers %s', (_, given, answered) => {
  const events = given.split(', ').map((one, at) => {
    const [kind = '', length] = one.split(' ')
    return { kind, text: 'x'.repeat(Number(length)), seq: at + 1 } as Event
  })
  expect(proposalOf(events, events.length)?.seq).toBe(answered)
})
