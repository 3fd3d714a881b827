import { expect, test } from 'vitest'
import { memoryDriver } from '../drivers/memory/index.ts'
import type { Entry } from '../model/entry.ts'
import { blobReferences } from './blob-references.ts'

const DAY = 24 * 3_600_000
const ref = (digit: string) => digit.repeat(64)
const sizes = [{ tokens: 1, bytes: 1 }]

/** A result with a picture, a fold over it, and a result behind the fold that was cropped with a note. */
async function driverAt(at: number) {
  const driver = memoryDriver({ now: () => at, zone: 'UTC' })
  const stored = (digit: string) => ({ ref: ref(digit), bytes: 9, lines: 1 })
  const picture = { type: 'media', mediaType: 'image/png', content: stored('b') } as const
  const result = (digit: string, more = {}) => ({
    role: 'tool' as const,
    blocks: [{ type: 'tool-result' as const, callId: digit, tool: 't', content: stored(digit), ...more }],
  })
  const say = (seq: number, message: unknown) => ({ seq, at, kind: 'message', message, hash: '', sizes, counter: 'x' })
  const summary = { text: `what was read is at ${ref('d')}`, refs: [ref('c')] }
  const fold = { op: 'fold', from: 1, to: 2, summary, tokens: 1, bytes: 1 }
  const note = { text: 'cut', ref: ref('f') }
  const crop = { op: 'crop', block: '4.0', keep: [], note, tokens: 0, bytes: 0 }
  const text = { role: 'user', blocks: [{ type: 'text', text: ref('9') }] }
  const entries = [
    say(1, result('a', { attachments: [picture] })),
    say(2, text),
    { seq: 3, at, kind: 'edits', by: 'x', why: '', saved: 1, edits: [fold] },
    say(4, result('e')),
    { seq: 5, at, kind: 'edits', by: 'x', why: '', saved: 1, edits: [crop] },
  ] as unknown as Entry[]
  await driver.log.append('one', entries, { expect: 0 })
  return driver
}

test('a blob lives by what is shown: messages, crops, what a summary names or quotes; folded ones only were seen', async () => {
  const { live, lastSeen } = await blobReferences(await driverAt(99 * DAY), 100 * DAY, 5 * DAY)
  expect([...live].toSorted()).toEqual(['c', 'd', 'e', 'f'].map(ref))
  expect(lastSeen).toEqual(new Map(['a', 'b'].map((digit) => [ref(digit), 99 * DAY])))
})

test('of a session left alone for long nothing lives, and it says when a blob was last needed', async () => {
  const { live, lastSeen } = await blobReferences(await driverAt(90 * DAY), 100 * DAY, 5 * DAY)
  expect([...live]).toEqual([])
  expect([...(lastSeen?.keys() ?? [])].toSorted()).toEqual(['a', 'b', 'e'].map(ref))
  const { live: still } = await blobReferences(await driverAt(90 * DAY), 100 * DAY, 10 * DAY + 1)
  expect(still.size).toBe(4)
})

test('what a note names lives, whatever became of its session', async () => {
  const driver = memoryDriver({ now: () => 0, zone: 'UTC' })
  await driver.notes.write('MEMORY.md', `- see ${ref('a')} and ${ref('b')}\n`, { expect: undefined })
  expect([...(await blobReferences(driver, 100 * DAY, DAY)).live].toSorted()).toEqual(['a', 'b'].map(ref))
})
