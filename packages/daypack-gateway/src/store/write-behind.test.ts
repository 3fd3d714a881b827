import { expect, test } from 'vitest'
import { memoryDriver } from '../../../daypack/src/drivers/memory/index.ts'
import type { LogStore } from '../../../daypack/src/model/driver.ts'
import type { Entry } from '../../../daypack/src/model/entry.ts'
import { outbox } from './outbox.ts'
import { writeBehind, type BehindLog } from './write-behind.ts'

const mark = (seq: number): Entry => ({ seq, at: 0, kind: 'mark', name: 'x' })
const edits = (seq: number): Entry => ({ seq, at: 0, kind: 'edits', by: 'x', why: '', edits: [], saved: 0 })

const behindOn = (log: LogStore, onProblem: (problem: unknown) => void = () => {}): BehindLog =>
  writeBehind(log, outbox(onProblem), onProblem)

type Slow = {
  readonly log: LogStore
  readonly open: () => void
  readonly fail: (why: string | undefined) => void
  readonly seqs: () => Promise<number[]>
}

/** A log whose appends wait until they are let through, or fail. */
function slow(): Slow {
  const { log } = memoryDriver({ now: () => 0 })
  if (!log) throw new Error('no log')
  let gate: { wait: Promise<void>; open: () => void } = closed()
  let why: string | undefined
  return {
    open: () => {
      gate.open()
      gate = { wait: Promise.resolve(), open: () => {} }
    },
    fail: (reason) => void (why = reason),
    seqs: async () => (await log.read('s')).entries.map((entry) => entry.seq),
    log: {
      ...log,
      async append(session, entries, options) {
        if (entries[0]?.seq !== 1) await gate.wait
        if (why !== undefined) throw new Error(why)
        return log.append(session, entries, options)
      },
    },
  }
  function closed() {
    let open = () => {}
    const wait = new Promise<void>((resolve) => (open = resolve))
    return { wait, open }
  }
}

test('what was said does not wait for the disk; what cuts waits for all before it', async () => {
  const { log, open, seqs } = slow()
  const behind = behindOn(log)
  await behind.append('s', [mark(1)], { expect: 0 })
  expect(await behind.append('s', [mark(2)], { expect: 1 })).toEqual({ head: 2 })
  expect(await seqs()).toEqual([1])
  const cutting = behind.append('s', [edits(3)], { expect: 2 })
  open()
  expect(await cutting).toEqual({ head: 3 })
  expect(await seqs()).toEqual([1, 2, 3])
})

test('after a failure nothing is said to be written that is not, and nothing is lost', async () => {
  const { log, open, fail, seqs } = slow()
  const problems: unknown[] = []
  const behind = behindOn(log, (problem) => problems.push(problem))
  open()
  await behind.append('s', [mark(1)], { expect: 0 })
  fail('disk full')
  await behind.append('s', [mark(2)], { expect: 1 })
  await behind.flush()
  expect(problems).toHaveLength(1)
  await expect(behind.append('s', [mark(3)], { expect: 2 })).rejects.toThrow('disk full')
  fail(undefined)
  expect(await behind.append('s', [mark(3)], { expect: 2 })).toEqual({ head: 3 })
  expect(await seqs()).toEqual([1, 2, 3])
})

test('somebody else wrote: the next append is told', async () => {
  const { log } = memoryDriver({ now: () => 0 })
  if (!log) throw new Error('no log')
  const behind = behindOn(log)
  await behind.append('s', [mark(1)], { expect: 0 })
  await log.append('s', [mark(2)], { expect: 1 })
  await behind.append('s', [mark(2)], { expect: 1 })
  await behind.flush()
  expect(await behind.append('s', [mark(3)], { expect: 2 })).toEqual({ conflict: 2 })
  expect(await behind.append('s', [mark(3)], { expect: 2 })).toEqual({ head: 3 })
})

test('the time of the last entry counts what is still to be written; logs are packed through it', async () => {
  const inner = memoryDriver({ now: () => 0 }).log
  const packed: number[] = []
  const last = async () => (await inner.read('s')).head
  const log = { ...inner, last, pack: async (before: number) => packed.push(before) }
  const behind = behindOn(log)
  await behind.append('s', [mark(1)], { expect: 0 })
  await behind.append('s', [mark(2)], { expect: 1 })
  expect(await behind.last?.('s')).toBe(2)
  expect([await behind.pack?.(7), packed]).toEqual([1, [7]])
})
