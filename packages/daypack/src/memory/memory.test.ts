import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Entry } from '../model/entry.ts'
import { withoutMarks } from './notes/source.ts'
import { byModel } from '../../test/memory/consolidate-support.ts'
import { NOON, open, workspace, found } from '../../test/memory/desk.ts'

test('what is remembered is on disk and found when the promise resolves', async () => {
  const dir = workspace()
  const memory = await open(dir)
  await memory.remember('I prefer pnpm over npm', { session: 's1', seq: 4 })
  expect(readFileSync(join(dir, 'MEMORY.md'), 'utf8')).toBe(
    '# Memory\n\n## Preferences\n- I prefer pnpm over npm <!-- @user s1#4 -->\n',
  )
  const { hits, status } = await memory.search('which package manager, pnpm?')
  expect(hits[0]).toMatchObject({ path: 'MEMORY.md', endLine: 4 })
  expect(hits[0]?.text).toContain('I prefer pnpm over npm')
  expect(hits[0]?.text).not.toContain('<!--')
  expect(status.legs[0]?.state).toBe('ran')
  expect((await memory.remember('I prefer pnpm over npm.')).state).toBe('known')
})

test.each<[string, (file: string) => void]>([
  ['in place', (file) => writeFileSync(file, '- the meeting moved to zurich\n')],
  ['appended', (file) => appendFileSync(file, '- the meeting moved to zurich\n')],
  [
    'by rename, as vim does',
    (file) => {
      renameSync(file, `${file}~`)
      writeFileSync(file, '- the meeting moved to zurich\n')
      rmSync(`${file}~`)
    },
  ],
  [
    'by a temporary file, as others do',
    (file) => {
      writeFileSync(`${file}.tmp`, '- the meeting moved to zurich\n')
      renameSync(`${file}.tmp`, file)
    },
  ],
])('an edit by somebody else is found by the next search: saved %s', async (_, save) => {
  const dir = workspace()
  const file = join(dir, 'memory/2026-11-14.md')
  writeFileSync(file, '- the meeting is in geneva\n')
  const memory = await open(dir)
  expect(await found(memory, 'geneva')).toHaveLength(1)
  save(file)
  expect((await found(memory, 'zurich'))[0]).toContain('memory/2026-11-14.md: ')
})

test('a pull that deletes, moves and brings folders is seen', async () => {
  const dir = workspace()
  for (const name of ['a', 'b', 'c']) writeFileSync(join(dir, `memory/${name}.md`), `- alpha ${name}\n`)
  const memory = await open(dir)
  expect(await found(memory, 'alpha')).toHaveLength(3)
  rmSync(join(dir, 'memory/a.md'))
  mkdirSync(join(dir, 'memory/projects/x'), { recursive: true })
  renameSync(join(dir, 'memory/b.md'), join(dir, 'memory/projects/x/b.md'))
  expect((await found(memory, 'alpha')).toSorted()).toEqual([
    expect.stringContaining('memory/c.md'),
    expect.stringContaining('memory/projects/x/b.md'),
  ])
})

test('a restart sees what changed meanwhile: edited, new and deleted notes', async () => {
  const dir = workspace()
  for (const name of ['keep', 'edit', 'drop']) writeFileSync(join(dir, `memory/${name}.md`), `- heron ${name}\n`)
  const first = await open(dir)
  expect(await found(first, 'heron')).toHaveLength(3)
  await first.close()
  writeFileSync(join(dir, 'memory/edit.md'), '- osprey edit\n')
  writeFileSync(join(dir, 'memory/new.md'), '- osprey new\n')
  rmSync(join(dir, 'memory/drop.md'))
  const second = await open(dir)
  await second.ready()
  expect((await found(second, 'osprey')).map((hit) => hit.split(':')[0] ?? '').toSorted()).toEqual([
    'memory/edit.md',
    'memory/new.md',
  ])
  expect(await found(second, 'heron')).toHaveLength(1)
})

test('the watcher tells of a change nobody searched for', async () => {
  const dir = workspace()
  const waiting = new Map<string, () => void>()
  const until = (name: string) => new Promise<void>((resolve) => waiting.set(name, resolve))
  const memory = await open(dir, {
    watch: true,
    onEvent: (event) => {
      waiting.get(event.type)?.()
      if (event.type === 'indexed') for (const path of event.paths) waiting.get(path)?.()
    },
  })
  await memory.ready()
  const seen = until('memory/later/note.md')
  mkdirSync(join(dir, 'memory/later'))
  writeFileSync(join(dir, 'memory/later/note.md'), '- watched words\n')
  await seen
  expect((await memory.status()).watching).toBe(true)
  expect(await found(memory, 'watched')).toHaveLength(1)
})

test('recall appends the best notes once, labelled and fenced', async () => {
  const dir = workspace()
  const memory = await open(dir)
  await memory.remember('The staging server is called heron', { session: 's1', seq: 2 })
  const { message, hits } = await memory.recall('what is the staging server called?')
  expect(message?.role).toBe('user')
  const text = message?.blocks[0]?.type === 'text' ? message.blocks[0].text : ''
  expect(text).toMatch(/^<recalled-notes id="[0-9a-f]{16}">\n/)
  expect(text).toContain(`[1] ${hits[0]?.citation} (from user)`)
  expect(text).toContain('heron')
  const before: Entry = {
    seq: 9,
    at: NOON,
    kind: 'message',
    message: message ?? { role: 'user', blocks: [] },
    hash: '',
    sizes: [],
    counter: '',
    origin: 'memory',
  }
  const again = await memory.recall('what is the staging server called?', [before])
  expect(again).toMatchObject({ message: undefined, why: 'what fits is in this session already' })
  expect((await memory.recall('xylophone zeppelin')).message).toBeUndefined()
})

test('a finished day is merged when the next one begins, and the change can be taken back', async () => {
  const dir = workspace()
  writeFileSync(join(dir, 'MEMORY.md'), '# Memory\n\n## Facts\n- My editor is vim\n')
  writeFileSync(join(dir, 'memory/2026-11-14.md'), `${byModel('Fact: My editor is helix', 'My editor is vim')}\n`)
  const merged = Promise.withResolvers<void>()
  const memory = await open(dir, { onEvent: (event) => event.type === 'consolidated' && merged.resolve() })
  await memory.ready()
  await merged.promise
  expect(readFileSync(join(dir, 'MEMORY.md'), 'utf8')).toContain('~~My editor is vim~~ (until [2026-11-14]')
  const [change] = await memory.log()
  expect(await memory.diff(change?.id ?? '')).toContain('+- My editor is helix')
  await memory.revert(change?.id ?? '')
  expect(readFileSync(join(dir, 'MEMORY.md'), 'utf8')).toBe('# Memory\n\n## Facts\n- My editor is vim\n')
  expect((await memory.consolidate()).state).toBe('nothing-due')
})

test('a fact is found once: in MEMORY.md rather than in the log it came from', async () => {
  const dir = workspace()
  writeFileSync(join(dir, 'MEMORY.md'), '# Memory\n\n## Facts\n- Ask Priya for reviews of anything in billing/.\n')
  writeFileSync(
    join(dir, 'memory/2026-11-10.md'),
    '# 2026-11-10\n## 10:00 s, messages 1–2\n- Fact: Ask Priya for reviews of anything in billing/.\n',
  )
  writeFileSync(join(dir, 'memory/2026-11-11.md'), '# 2026-11-11\n- The menu changes every Thursday.\n')
  const memory = await open(dir)
  for (const query of ['who reviews PRs', 'Who should review my pull request?', 'reviews billing']) {
    const hits = (await memory.search(query)).hits.filter(({ text }) => text.includes('Priya'))
    expect(hits.map(({ path }) => path)).toEqual(['MEMORY.md'])
  }
})

test('2A8: what MEMORY.md has struck is not recalled from the log it came from', async () => {
  const dir = workspace()
  writeFileSync(
    join(dir, 'MEMORY.md'),
    '# Memory\n\n## Facts\n- I live in Braga.\n- ~~I live in Porto.~~ (until 2026-11-12, see memory/2026-11-12.md#L2)\n',
  )
  writeFileSync(join(dir, 'memory/2026-11-10.md'), '# 2026-11-10\n- Fact: I live in Porto.\n')
  writeFileSync(join(dir, 'memory/2026-11-12.md'), '# 2026-11-12\n- Fact: I live in Braga.\n')
  const memory = await open(dir)
  const { hits } = await memory.recall('Where do I live?')
  expect(hits.map(({ path, text }) => `${path} ${text}`)).toEqual([expect.stringMatching(/^MEMORY\.md .*Braga/)])
})

test('what is remembered with a word such as now gets the day it was said', async () => {
  const dir = workspace()
  const memory = await open(dir)
  await memory.remember('Our stand-up is now at 9:30')
  await memory.remember('I live in Braga')
  const lines = withoutMarks(readFileSync(join(dir, 'MEMORY.md'), 'utf8'))
  expect(lines).toMatch(/^- Our stand-up is now at 9:30 \(as of \d{4}-\d{2}-\d{2}\)$/m)
  expect(lines).toMatch(/^- I live in Braga$/m)
  expect((await memory.remember('Our stand-up is now at 9:30')).state).toBe('known')
})

test('a correction of half a line strikes nothing: both lines stay, each with its day', async () => {
  const dir = workspace()
  writeFileSync(join(dir, 'memory/2026-11-10.md'), '# 2026-11-10\n- Fact: We open at 6, the oven is from Miele.\n')
  writeFileSync(join(dir, 'memory/2026-11-12.md'), '# 2026-11-12\n- Fact: From May on we open at 7 instead of 6.\n')
  const memory = await open(dir)
  await memory.consolidate()
  expect(
    withoutMarks(readFileSync(join(dir, 'MEMORY.md'), 'utf8'))
      .split('\n')
      .slice(2),
  ).toEqual(['## Facts', '- We open at 6, the oven is from Miele.', '- From May on we open at 7 instead of 6.', ''])
})
