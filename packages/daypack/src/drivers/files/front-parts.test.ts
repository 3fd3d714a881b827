import { expect, test } from 'vitest'
import { Disk, memVfs } from '../../../test/crash/mem-vfs.ts'
import { processLocks } from '../../../test/crash/process-locks.ts'
import { wrapVfs } from '../../../test/crash/wrap-vfs.ts'
import { writeWhole } from './atomic.ts'
import { isWhole, joinReads, pack, packFront, unpack } from './front.ts'
import { journalAt } from './journal.ts'
import { packedBytes, packedPlace, piecesIn } from './packed.ts'
import { treeAt } from './paths.ts'
import { readWhole } from './read.ts'
import { encodeRecord, linesIn } from './record.ts'

const place = { folder: [], name: 's.jsonl' }
const HEADER = { format: 'daypack', version: 1 }
const line = (seq: number) => encodeRecord({ seq, at: 0, payload: seq === 0 ? HEADER : `entry ${seq}` })
const lines = (...seqs: number[]) => seqs.map(line).join('')
const text = (bytes: Buffer) => [...linesIn(bytes)].map(({ record }) => record?.seq ?? '?').join(' ')

/** A log with pieces packed in front; `after` says what is there, and `calls` what changed files, the lease included. */
async function log(pieces: readonly string[], plain?: string, packedSize?: number) {
  const calls: string[] = []
  const raw = memVfs(new Disk())
  const wrapped = wrapVfs(raw, async ({ name }, run) => {
    if (['rename', 'unlink', 'syncDir'].includes(name)) calls.push(name)
    return await run()
  })
  const stat: typeof raw.stat = async (path) => {
    const found = await wrapped.stat(path)
    return path.endsWith('.gz') && packedSize !== undefined ? { ...found, size: packedSize } : found
  }
  const tree = treeAt({ ...wrapped, stat }, '/')
  const lease = { check: async () => void calls.push('check') }
  const packed = await Promise.all(pieces.map((piece) => packedBytes(Buffer.from(piece))))
  if (pieces.length > 0) await writeWhole(tree, packedPlace(place), packed)
  if (plain !== undefined) await writeWhole(tree, place, [Buffer.from(plain)])
  calls.length = 0
  const options = { tree, locks: processLocks(), lock: 'l', place, about: {}, valid: () => true, now: () => 0 }
  const journal = journalAt(options)
  const after = async () => {
    const [front, rest] = [await readWhole(tree, packedPlace(place)), await readWhole(tree, place)]
    const found = front && [...piecesIn(front)].map(({ bytes }) => (bytes ? text(bytes) : 'damaged')).join(' | ')
    return `${found ?? '-'} / ${rest ? text(rest) : '-'}`
  }
  return { tree, lease, journal, calls, after }
}

test.each([
  // what is packed, what is plain, what becomes of both where the log goes on, and where nobody writes to it
  [[], lines(0, 1, 2, 3), '0 1 2 / 0 3', '0 1 2 3 / -'],
  [[lines(0, 1, 2)], lines(0, 3, 4), '0 1 2 | 3 / 0 4', '0 1 2 | 3 4 / -'],
  [[lines(0, 1, 2)], lines(0, 2, 3, 4), '0 1 2 | 3 / 0 4', '0 1 2 | 3 4 / -'],
  [[lines(0, 1, 2, 3, 4)], lines(0, 3, 4), '0 1 2 3 4 / 0 4', '0 1 2 3 4 / -'],
  [[lines(0, 1)], lines(0, 1, 2, 3), '0 1 2 / 0 3', '0 1 2 3 / -'],
  [[], lines(0, 1), undefined, '0 1 / -'],
  // A hole between the two, or nothing in front.
  [[lines(0, 1, 2)], lines(0, 4, 5), undefined, undefined],
  [[], lines(0, 2, 3), undefined, undefined],
  // No header, no entry, a missing one, a damaged line, no end.
  [[], lines(1, 2, 3), undefined, undefined],
  [[], lines(0), undefined, undefined],
  [[], '', undefined, undefined],
  [[], undefined, undefined, undefined],
  [[], lines(0, 1, 3), undefined, undefined],
  [[], `${lines(0, 1)}x\n${lines(2)}`, undefined, undefined],
  [[], `${lines(0)}x\n${lines(1, 2)}`, undefined, undefined],
  [[], lines(0, 1, 2).trimEnd(), undefined, undefined],
] as const)('packing %j before %j', async (pieces, plain, going, cold) => {
  for (const [goesOn, expected] of [
    [true, going],
    [false, cold],
  ] as const) {
    const { tree, lease, journal, after } = await log(pieces, plain)
    const before = await after()
    expect(await pack(tree, place, lease, goesOn ? journal : undefined)).toBe(expected !== undefined)
    expect(await after()).toBe(expected ?? before)
  }
})

test.each([
  [[lines(0, 1, 2)], undefined, '- / 0 1 2'],
  [[lines(0, 1, 2)], lines(0, 3), '- / 0 1 2 3'],
  [[lines(0, 1), lines(2)], lines(0, 2, 3), '- / 0 1 2 3'],
  [[lines(0, 1, 2)], `x\n${lines(3)}`, '- / 0 1 2 ? 3'],
  [[lines(0, 1, 2), 'x\n'], lines(0, 2, 3), '- / 0 1 2 ? 3'],
  // Whole already: somebody was killed before what is packed was removed.
  [[lines(0, 1, 2)], lines(0, 1), '- / 0 1'],
  [[], lines(0, 1), '- / 0 1'],
] as const)('unpacking %j before %j', async (pieces, plain, expected) => {
  const { tree, lease, journal, after } = await log(pieces, plain)
  await unpack(tree, place, journal, lease)
  expect(await after()).toBe(expected)
})

test('a file goes only while the lock is held, and only once the other is durable', async () => {
  const put = ['check', 'rename', 'syncDir']
  const removed = ['check', 'unlink', 'syncDir']
  const cold = await log([], lines(0, 1, 2))
  await pack(cold.tree, place, cold.lease)
  expect(cold.calls).toEqual([...put, ...removed])
  cold.calls.length = 0
  await unpack(cold.tree, place, cold.journal, cold.lease)
  expect(cold.calls).toEqual([...put, ...removed])
  const going = await log([], lines(0, 1, 2))
  await pack(going.tree, place, going.lease, going.journal)
  expect(going.calls).toEqual([...put, ...put])
  // All but the last entry is packed already.
  const again = await log([lines(0, 1, 2)], lines(0, 2, 3))
  await pack(again.tree, place, again.lease, again.journal)
  expect([again.calls, await again.after()]).toEqual([put, '0 1 2 / 0 3'])
})

test.each([
  [undefined, 65_536, false],
  [undefined, 65_537, true],
  [8 * 70_000, 70_000, false],
  [8 * 70_000, 70_001, true],
])('in front of a log, %j bytes packed, is %j plain much? %j', async (packedSize, bytes, isMuch) => {
  const { tree, lease, journal, after } = await log(packedSize ? [lines(0, 1)] : [], lines(0, 1, 2, 3), packedSize)
  await packFront(tree, place, journal, bytes, lease)
  expect((await after()).endsWith('/ 0 3')).toBe(isMuch)
})

test('a plain file has all there is after a number, or is joined to what is packed; where both have an entry it counts', () => {
  const read = (head: number, ...seqs: number[]) => ({
    records: seqs.map((seq) => ({ seq, at: head, payload: null, line: seq })),
    head,
    damage: [{ file: 'f', offset: head, bytes: 1, why: 'w' }],
  })
  const whole = [isWhole(read(1), 1), isWhole(read(3), 4), isWhole(read(1, 1), 0), isWhole(read(3, 3), 2)]
  expect(whole).toEqual([true, true, true, true])
  expect([isWhole(read(0), 0), isWhole(read(3), 2), isWhole(read(4, 4), 2)]).toEqual([false, false, false])
  const joined = (front: ReturnType<typeof read>, rest: ReturnType<typeof read>) => {
    const { records, head, damage } = joinReads(front, rest)
    return `${records.map(({ seq, at }) => `${seq}/${at}`).join(' ')} to ${head}, ${damage.map(({ offset }) => offset).join(' ')}`
  }
  expect(joined(read(3, 1, 2, 3), read(4, 3, 4))).toBe('1/3 2/3 3/4 4/4 to 4, 3 4')
  expect(joined(read(3, 1, 2, 3), read(0))).toBe('1/3 2/3 3/3 to 3, 3 0')
})
