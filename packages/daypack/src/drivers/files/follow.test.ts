import { expect, test } from 'vitest'
import { Disk, memVfs } from '../../../test/crash/mem-vfs.ts'
import { processLocks } from '../../../test/crash/process-locks.ts'
import { systemError } from '../../../test/crash/system-error.ts'
import { wrapVfs } from '../../../test/crash/wrap-vfs.ts'
import { follow } from './follow.ts'
import { journalAt } from './journal.ts'
import { treeAt } from './paths.ts'
import { encodeRecord } from './record.ts'

const lease = { check: () => Promise.resolve() }

function setUp() {
  const disk = new Disk()
  const raw = memVfs(disk)
  const gates: (() => Promise<void>)[] = []
  const state = { failing: '' }
  const vfs = wrapVfs(raw, async ({ name, path }, run) => {
    if (name === state.failing) throw systemError('EIO', name, path)
    const result = await run()
    if (name === 'fstat') await gates.shift()?.()
    return result
  })
  const open = (over = vfs) => {
    const journal = journalAt({
      tree: treeAt(over, '/'),
      locks: processLocks(),
      lock: 'lock',
      place: { folder: [], name: 'file' },
      about: {},
      valid: () => true,
      now: () => 0,
    })
    const taken: unknown[] = []
    const follower = follow(
      journal,
      ({ payload }) => taken.push(payload),
      () => taken.splice(0),
    )
    return {
      taken,
      follower,
      say: (...texts: string[]) =>
        follower.append(
          texts.map((payload) => ({ at: 0, payload })),
          lease,
        ),
    }
  }
  return { raw, gates, state, open }
}

test('followers of one file take in what each other says, once and in order', async () => {
  const { open } = setUp()
  const [one, two] = [open(), open()]
  await one.say('a', 'b')
  await two.follower.refresh(lease)
  await two.say('c')
  await Promise.all([one.follower.refresh(), one.follower.refresh(), one.follower.refresh()])
  expect([one.taken, two.taken]).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
  ])
})

test('appending behind what was not taken in is a conflict', async () => {
  const { open } = setUp()
  const [one, two] = [open(), open()]
  await one.say('a')
  await expect(two.say('b')).rejects.toMatchObject({ code: 'conflict' })
})

test('a file that was replaced is taken in from its beginning', async () => {
  const { raw, open } = setUp()
  const [one, two] = [open(), open()]
  await one.say('a', 'b', 'c')
  await raw.unlink('/file')
  await two.say('new')
  await Promise.all([one.follower.refresh(), one.follower.refresh()])
  expect(one.taken).toEqual(['new'])
  await raw.unlink('/file')
  await one.follower.refresh()
  expect(one.taken).toEqual([])
})

test('a refresh that was overtaken by the news of another file says nothing', async () => {
  const { raw, gates, open } = setUp()
  const [one, two] = [open(), open(raw)]
  await one.say('a')
  await two.follower.refresh()
  await two.say('b')
  const overtaken = new Promise<void>((go) => {
    gates.push(async () => {
      await raw.unlink('/file')
      const three = open(raw)
      await three.say('x', 'y', 'z')
      await one.follower.refresh()
      go()
    })
  })
  await Promise.all([one.follower.refresh(), overtaken])
  expect(one.taken).toEqual(['x', 'y', 'z'])
})

test('an append of nothing makes sure of what is there, once', async () => {
  const { raw, open, state } = setUp()
  await open(raw).say('a')
  const one = open()
  await one.follower.refresh()
  state.failing = 'datasync'
  await expect(one.say()).rejects.toMatchObject({ code: 'EIO' })
  state.failing = ''
  await one.say()
  state.failing = 'datasync'
  await one.say()
})

test('a copy of a fragment that cannot be finished leaves the fragment where it is', async () => {
  const { raw, open, state } = setUp()
  await open(raw).say('a')
  await (
    await raw.open('/file', 'append')
  ).write(Buffer.from(encodeRecord({ seq: 2, at: 0, payload: 'b' }).slice(0, 30)))
  const one = open()
  state.failing = 'rename'
  await expect(one.say('b')).rejects.toMatchObject({ code: 'EIO' })
  state.failing = ''
  await one.follower.refresh(lease)
  await one.say('b')
  expect(one.taken).toEqual(['a', 'b'])
})
