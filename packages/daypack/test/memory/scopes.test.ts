import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDaypack, type Daypack } from 'daypack'
import { anthropic } from 'daypack/codecs'
import { expect, test } from 'vitest'
import { temporary } from '../temporary.ts'

const NOON = Date.UTC(2026, 10, 16, 12)
const open = (dir: string) =>
  createDaypack({ dir, memory: { schedule: false, tuning: { watch: false } }, tuning: { now: () => NOON } })

async function firstRequest(pack: Daypack, id: string, scope: Parameters<Daypack['session']>[1]): Promise<string> {
  const session = await pack.session(id, scope)
  const messages = [{ role: 'user' as const, content: 'hello' }]
  const { request } = await session.prepare(anthropic, { model: 'claude-sonnet-4-5', max_tokens: 100, messages })
  return JSON.stringify(request.messages)
}

test('what one user says is noted in their own folder, and seen by nobody else', async () => {
  const dir = temporary()
  const monday = await open(dir)
  const session = await monday.session('talk', { user: 'ana', project: 'shop' })
  await session.append({ role: 'user', blocks: [{ type: 'text', text: 'I am allergic to penicillin.' }] })
  await monday.close()
  expect(readFileSync(join(dir, 'scopes/user/ana/memory/2026-11-16.md'), 'utf8')).toContain('penicillin')
  expect(existsSync(join(dir, 'memory/2026-11-16.md'))).toBe(false)

  const tuesday = await open(dir)
  expect(await firstRequest(tuesday, 'next', { user: 'ana' })).toContain('penicillin')
  expect(await firstRequest(tuesday, 'next', { user: 'ben', project: 'shop' })).not.toContain('penicillin')
  expect(await firstRequest(tuesday, 'next', undefined)).not.toContain('penicillin')
  expect(await tuesday.sessions()).toEqual(['next'])
  expect((await tuesday.sessions({ user: 'ana' })).toSorted()).toEqual(['next', 'talk'])
  const hits = async (user: string) => (await (await tuesday.memory.for({ user })).search('penicillin')).hits.length
  expect([await hits('ana'), await hits('ben')]).toEqual([1, 0])
  await tuesday.close()
})

test('a line is shared by choice, says who shared it, and is changed and ended by id for all', async () => {
  const dir = temporary()
  const pack = await open(dir)
  const ana = await pack.memory.for({ user: 'ana', project: 'shop' })
  const ben = await pack.memory.for({ user: 'ben', project: 'shop' })
  await ana.remember('The release is on 9 March.')
  await ana.remember('My salary is 4,000 euros.')
  const line = (await ana.lines.list()).find(({ text }) => text.startsWith('The release'))
  await ana.share(line?.id ?? '', 'project')
  expect(await ben.lines.list()).toMatchObject([
    { text: 'The release is on 9 March.', scope: 'project/shop', source: { by: 'user', from: ['user/ana'] } },
  ])
  expect(await firstRequest(pack, 'b', { user: 'ben', project: 'shop' })).toContain('9 March')
  const found = await ben.search('release')
  expect(found.hits[0]?.path).toBe('scopes/project/shop/MEMORY.md')
  expect((await ben.get(found.hits[0]?.path ?? '')).text).toContain('9 March')
  const changed = await ben.lines.change(line?.id ?? '', 'The release is on 16 March.')
  expect((await ana.lines.history(changed.id)).map(({ text }) => text)).toEqual([
    'The release is on 16 March.',
    'The release is on 9 March.',
  ])
  await ben.lines.end(changed.id)
  expect(await ben.lines.list()).toEqual([])
  await pack.close()
})

test('several agents write to one team memory at once, and no line is lost', async () => {
  const dir = temporary()
  const packs = await Promise.all([open(dir), open(dir), open(dir)])
  await Promise.all(
    packs.flatMap((pack, agent) =>
      Array.from({ length: 8 }, async (_, n) =>
        (await pack.memory.for({ team: 'core' })).remember(`Finding ${n} of agent ${agent}.`, {
          from: `agent/${agent}`,
        }),
      ),
    ),
  )
  const lines = await (await packs[0].memory.for({ team: 'core' })).lines.list()
  expect(new Set(lines.map(({ text }) => text)).size).toBe(24)
  for (const pack of packs) await pack.close()
})

test('names that differ only in capitals, or leave the folder, are folders of their own', async () => {
  const dir = temporary()
  const pack = await open(dir)
  for (const user of ['ana', 'Ana', '../ana', 'ANA', 'ана'])
    await (await pack.memory.for({ user })).remember(`I am ${JSON.stringify(user)}.`)
  for (const user of ['ana', 'Ana', '../ana', 'ANA', 'ана'])
    expect(await (await pack.memory.for({ user })).lines.list()).toHaveLength(1)
  await expect(pack.memory.for({})).rejects.toThrow('names a user')
  await expect(pack.memory.for({ tenant: 'x' } as never)).rejects.toThrow('no scope "tenant"')
  await pack.close()
})

test('a session whose id looks like a scope is not that of the scope', async () => {
  const pack = await open(temporary())
  const named = await pack.session('user/ana one')
  expect(await pack.session('one', { user: 'ana' })).not.toBe(named)
  await pack.close()
})

test('without memory every call is refused in words, those of its parts too', async () => {
  const pack = await createDaypack({ dir: temporary(), memory: false })
  await expect(pack.memory.search('tea')).rejects.toThrow(/Memory is switched off/)
  await expect(pack.memory.lines.list()).rejects.toThrow(/Memory is switched off/)
  await pack.close()
})
