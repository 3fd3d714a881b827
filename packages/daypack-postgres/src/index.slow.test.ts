import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startBucket } from '../test/bucket.ts'
import { cutter } from '../test/cutter.ts'
import { startPglite } from '../test/pglite.ts'
import { anthropic } from '../../daypack/src/codecs/anthropic/index.ts'
import { createDaypack, type Daypack } from '../../daypack/src/daypack.ts'
import { driverSuite } from '../../daypack-testing/src/driver-suite/suite.ts'
import { indexSuite } from '../../daypack-testing/src/index-suite/suite.ts'
import type { Searcher } from '../../daypack/src/memory/index/search-api.ts'
import { createSearcher } from '../../daypack/src/memory/search/searcher.ts'
import { byBytes } from '../../daypack/src/tokens/count.ts'
import {
  connectPostgres,
  deleteTenant,
  migratePostgres,
  postgresDriver,
  s3Store,
  tenantZone,
  type Postgres,
  type PostgresRecord,
} from './index.ts'

let server: Awaited<ReturnType<typeof startPglite>>
let postgres: Postgres
beforeAll(async () => {
  server = await startPglite()
  postgres = connectPostgres({ url: server.url, connections: 1 })
}, 120_000)
afterAll(async () => {
  await postgres.close()
  await server.stop()
})

driverSuite('postgres', ({ place, now, zone }) => postgresDriver({ postgres, tenant: place, now, zone }), {
  describe,
  test,
  durable: true,
})

indexSuite('postgres', ({ place }) => postgresDriver({ postgres, tenant: place }).index, {
  describe,
  test,
  durable: true,
  overlap: 0.95,
})

const mark = (seq: number) => ({ seq, at: 1, kind: 'mark' as const, name: 'test', data: seq })

const unit = {
  startLine: 1,
  endLine: 1,
  text: 'kiwi',
  heading: '',
  hash: 'h',
  length: 1,
  day: 0,
  flags: 0,
  terms: new Map([['kiwi', 1]]),
}

describe('postgres: postings', () => {
  const file = (path: string, word: string, count: number) => {
    const units = Array.from({ length: count }, () => ({ ...unit, terms: new Map([[word, 1]]) }))
    return { scope: 'notes' as const, path, hash: '', modified: 1, indexedAt: 1, units }
  }

  test('a file written again is found by its new words alone, one taken out not at all', async () => {
    const index = postgresDriver({ postgres, tenant: 'parts' }).index
    const holders = async (word: string) => (await (await index.reader('notes')).postings([word]))[0]?.units.length
    await index.write([file('a.md', 'lemon', 8_190), file('b.md', 'kiwi', 5)])
    expect([await holders('lemon'), await holders('kiwi')]).toEqual([8_190, 5])
    await index.write([file('b.md', 'kiwi', 2), file('a.md', 'plum', 3)])
    expect([await holders('lemon'), await holders('kiwi'), await holders('plum')]).toEqual([undefined, 2, 3])
    await index.write([{ scope: 'notes', path: 'b.md', removed: true }])
    expect(await holders('kiwi')).toBeUndefined()
    await index.scrub()
    const rows = await postgres.transaction('parts', 'Counting', (query) => query('SELECT term FROM posting'))
    expect(rows.rows).toEqual([{ term: 'plum' }])
  })

  test('what no column takes is shown as a mark', async () => {
    const index = postgresDriver({ postgres, tenant: 'odd' }).index
    const odd = { ...unit, text: 'ki\u0000wi \ud800', heading: '\u0000' }
    await index.write([{ ...file('a.md', 'kiwi', 1), units: [odd] }])
    expect(await (await index.reader('notes')).texts([0])).toMatchObject([
      { text: 'ki\ufffdwi \ufffd', heading: '\ufffd' },
    ])
  })

  test('a unit that another process replaced before its text was read is a conflict, and the search is done again', async () => {
    const [here, there] = [1, 2].map(() => postgresDriver({ postgres, tenant: 'replaced' }).index)
    await here?.write([file('a.md', 'kiwi', 1)])
    const found = await here?.reader('notes')
    await there?.write([file('a.md', 'kiwi', 1)])
    await expect(found?.texts([0])).rejects.toThrow('Another process has changed the index meanwhile.')
    const again = await here?.reader('notes')
    const [kiwi] = (await again?.postings(['kiwi'])) ?? []
    expect(await again?.texts([...(kiwi?.units ?? [])])).toMatchObject([{ path: 'a.md' }])
  })

  test('an index that another process emptied is filled again before it answers', async () => {
    const store = postgresDriver({ postgres, tenant: 'emptied' }).index
    const refill = async (searcher: Searcher) => void (await searcher.index('a.md', 'The kiwi is ripe.'))
    const searcher = createSearcher({ store, now: () => 1, refill })
    const find = async () => (await searcher.search('kiwi')).hits.map(({ path }) => path)
    expect(await find()).toEqual(['a.md'])
    expect(await find()).toEqual(['a.md'])
    await deleteTenant(postgres, 'emptied')
    expect(await find()).toEqual(['a.md'])
  })
})

describe('postgres: tenants', () => {
  test('a tenant sees and changes no row of another, whatever is asked', async () => {
    const [one, two] = ['one', "o'two"].map((tenant) => postgresDriver({ postgres, tenant }))
    await one?.log.append('s', [mark(1), mark(2)], { expect: 0 })
    const { ref } = (await one?.blobs.put('secret')) ?? { ref: '' }
    await one?.notes.write('MEMORY.md', 'mine', { expect: undefined })
    expect(await two?.log.read('s')).toEqual({ entries: [], head: 0, damage: [] })
    expect(await two?.log.sessions()).toEqual([])
    expect(await two?.blobs.get(ref)).toBeUndefined()
    expect(await two?.notes.list()).toEqual([])
    expect(await two?.log.remove('s')).toBe(false)
    await postgres.transaction("o'two", 'a raw query', async (query) => {
      for (const table of ['session', 'entry', 'blob', 'note', 'note_version', 'tenant'])
        expect((await query(`SELECT FROM daypack.${table} WHERE tenant <> 'o''two'`)).rowCount).toBe(0)
      expect((await query(`UPDATE daypack.note SET text = 'x'`)).rowCount).toBe(0)
    })
    await one?.index.write([{ scope: 'notes', path: 'a.md', hash: '', modified: 1, indexedAt: 1, units: [unit] }])
    expect((await one?.index.reader('notes'))?.size).toBe(1)
    expect((await two?.index.reader('notes'))?.size).toBe(0)
    const smuggled = postgres.transaction("o'two", 'a foreign row', (query) =>
      query(`INSERT INTO daypack.tenant (tenant, zone) VALUES ('other', 'UTC')`),
    )
    await expect(smuggled).rejects.toMatchObject({ code: 'bad-config' })
    expect((await one?.log.read('s'))?.head).toBe(2)
  })

  test('scopes of memory are tenants below the tenant: found, changed and ended there, and nowhere else', async () => {
    const driver = postgresDriver({ postgres, tenant: 'shop' })
    const pack = await createDaypack({ driver, warn: false, memory: { schedule: false } })
    const ana = await pack.memory.for({ user: 'ana', project: 'web' })
    await ana.remember('Ana always wants metric units.')
    await (await pack.memory.for({ project: 'web' })).remember('The site is built with Vite.')
    const [own, shared] = await ana.lines.list()
    expect([own?.scope, shared?.scope]).toEqual(['user/ana', 'project/web'])
    const changed = await ana.lines.change(own?.id ?? '', 'Ana wants imperial units.')
    expect((await ana.search('which units?')).hits[0]?.text).toContain('imperial')
    expect((await ana.lines.history(changed.id)).map(({ text }) => text)).toHaveLength(2)
    const bob = await pack.memory.for({ user: 'bob', project: 'web' })
    expect((await bob.lines.list()).map(({ text }) => text)).toEqual(['The site is built with Vite.'])
    expect(await postgresDriver({ postgres, tenant: 'shop/user/ana' }).notes.list()).toEqual(['MEMORY.md'])
    await ana.lines.end(changed.id)
    expect((await ana.lines.list()).map(({ scope }) => scope)).toEqual(['project/web'])
    await pack.close()
  })

  test('G-156 a tenant is deleted wholly, with proof, and nobody else is touched', async () => {
    const fill = async (tenant: string) => {
      const driver = postgresDriver({ postgres, tenant })
      await driver.log.append('s', [mark(1), mark(2)], { expect: 0 })
      await driver.blobs.put('a blob')
      await driver.notes.write('MEMORY.md', 'mine', { expect: undefined })
      await driver.index.write([{ scope: 'notes', path: 'a.md', hash: '', modified: 1, indexedAt: 1, units: [unit] }])
      await driver.hold('x', async () => 1)
      return driver
    }
    const leaving = await fill('leaving')
    const staying = await fill('staying')
    const before = await deleteTenant(postgres, 'staying', { count: true })
    const { rows, left } = await deleteTenant(postgres, 'leaving')
    expect(rows).toEqual(before.rows)
    expect(rows).toMatchObject({ 'daypack.tenant': 1, 'daypack.session': 1, 'daypack.entry': 2, 'daypack.blob': 1 })
    expect(left).toBe(0)
    expect(await deleteTenant(postgres, 'staying', { count: true })).toEqual(before)
    expect((await staying.log.read('s')).head).toBe(2)
    expect((await deleteTenant(postgres, 'leaving', { count: true })).left).toBe(0)
    // Whoever still serves it makes it again, its place among the tenants included: there the jobs find it.
    await leaving.log.append('s', [mark(1)], { expect: 0 })
    expect(await tenantZone(postgres, 'leaving')).toBe('UTC')
  })

  test('days stay in the zone the tenant began with', async () => {
    await postgresDriver({ postgres, tenant: 'rome', zone: 'Europe/Rome' }).log.sessions()
    const other = postgresDriver({ postgres, tenant: 'rome', zone: 'UTC' })
    await expect(other.log.sessions()).rejects.toThrow(/zone: 'Europe\/Rome'/)
  })

  test.each(['', 'a\nb', 'x'.repeat(201)])('%j names no tenant', (tenant) => {
    expect(() => postgresDriver({ postgres, tenant })).toThrow(/A tenant's name/)
  })
})

describe('postgres: leases', () => {
  test('G-153 a holder that was replaced while it stalled writes nothing more, and says so', async () => {
    const driver = postgresDriver({ postgres, tenant: 'stalled' })
    const takenOver = () =>
      postgres.transaction('stalled', 'another holder', (query) => query('UPDATE daypack.lease SET fence = fence + 1'))
    const late = driver.hold('flush', async () => {
      await driver.notes.write('MEMORY.md', 'first', { expect: undefined })
      await takenOver()
      await driver.notes.write('memory/late.md', 'second', { expect: undefined })
    })
    await expect(late).rejects.toMatchObject({ code: 'locked', message: expect.stringMatching(/took over flush/) })
    expect(await driver.notes.list()).toEqual(['MEMORY.md'])
    await driver.close()
  })

  test('a name others hold is refused after a while', async () => {
    const [one, two] = [1, 2].map(() => postgresDriver({ postgres, tenant: 'patient', patienceMs: 100 }))
    const refused = await one?.hold('x', async () => two?.hold('x', async () => 1).catch((error: unknown) => error))
    expect(refused).toMatchObject({ code: 'locked' })
    expect(await two?.hold('x', async () => 1)).toBe(1)
  })
})

describe('postgres: big blobs in an object store', () => {
  test('go there, come back by range, and are gone with the row', async () => {
    const s3 = await startBucket({ id: 'anna', secret: 'locker' })
    const { url } = s3
    const objects = s3Store({ url, accessKeyId: 'anna', secretAccessKey: 'locker' })
    const driver = postgresDriver({ postgres, tenant: 'big', objects, inlineMaxBytes: 1000 })
    const big = Buffer.from('0123456789'.repeat(1000))
    const { ref } = await driver.blobs.put(big)
    expect(Buffer.from((await driver.blobs.get(ref)) as Uint8Array).equals(big)).toBe(true)
    expect(Buffer.from((await driver.blobs.get(ref, { from: 3, to: 7 })) as Uint8Array).toString()).toBe('3456')
    expect(await objects.get(`big/${ref}`, { from: 0, to: 2 })).toEqual(Buffer.from('01'))
    await driver.blobs.put('small')
    expect(await objects.get(`big/${ref}x`, { from: 0, to: 1 })).toBeUndefined()
    const without = postgresDriver({ postgres, tenant: 'big' })
    await expect(without.blobs.get(ref)).rejects.toThrow(/open the driver with `objects`/)
    expect(await driver.blobs.erase(ref, 'forgotten', 1)).toBe(true)
    expect(await driver.blobs.get(ref)).toEqual({ gone: true, bytes: big.length, hash: ref })
    expect(await objects.get(`big/${ref}`, { from: 0, to: 2 })).toBeUndefined()
    // G-156: bytes nobody's row knows of go with the tenant, too, and the neighbour's stay.
    const { ref: again } = await driver.blobs.put(big)
    await objects.put('big/orphan', big)
    const neighbour = postgresDriver({ postgres, tenant: 'big/bird', objects, inlineMaxBytes: 1000 })
    await neighbour.blobs.put(big)
    await expect(deleteTenant(postgres, 'big')).rejects.toThrow(/give it as `objects`/)
    expect(await deleteTenant(postgres, 'big', { objects })).toMatchObject({ objects: 2, left: 0 })
    expect(await objects.list?.('')).toEqual([`big%2Fbird/${again}`])
    expect(Buffer.from((await neighbour.blobs.get(again)) as Uint8Array).equals(big)).toBe(true)
    for (const wrong of [{ accessKeyId: 'nobody' }, { secretAccessKey: 'wrong' }])
      await expect(
        s3Store({ url, accessKeyId: 'anna', secretAccessKey: 'locker', ...wrong }).put('x', big),
      ).rejects.toThrow(/failed to put \(403\)/)
    await s3.close()
    await expect(objects.get('x', { from: 0, to: 1 })).rejects.toThrow(/does not answer/)
  })
})

const request = (turns: number) => ({
  model: 'm',
  max_tokens: 100,
  messages: Array.from({ length: turns * 2 - 1 }, (_, index) => ({
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content: `line ${index}`,
  })),
})

describe('postgres: beyond one server', () => {
  test('as Citus asks of distributed tables: the tenant in every unique key, of one type, no foreign keys, no triggers', async () => {
    const { rows } = await postgres.transaction('rules', 'Reading the schema', (query) =>
      query(`SELECT c.relname AS name, bool_and(NOT i.indisunique OR a.attnum = ANY(i.indkey)) AS keyed,
          bool_and(NOT i.indisprimary OR i.indkey[0] = a.attnum) AS first, c.relhastriggers AS triggers,
          format_type(min(a.atttypid::int)::oid, NULL) AS type, EXISTS (SELECT FROM pg_constraint k WHERE k.contype = 'f' AND k.conrelid = c.oid) AS refers
        FROM pg_class c JOIN pg_index i ON i.indrelid = c.oid
        LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant'
        WHERE c.relnamespace = 'daypack'::regnamespace AND c.relkind = 'r' AND c.relname <> 'migration'
        GROUP BY c.oid, c.relname, c.relhastriggers`),
    )
    expect(rows.length).toBeGreaterThan(15)
    for (const row of rows)
      expect(row).toMatchObject({ keyed: true, first: true, triggers: false, type: 'text', refers: false })
  })

  test('partitions by tenant, as docs/scale.md has them: reads, writes, walls and deleting are the same', async () => {
    const own = await startPglite()
    try {
      await migratePostgres(own.url)
      const admin = new pg.Client(own.url)
      await admin.connect()
      const page = readFileSync(path.join(import.meta.dirname, '../../../docs/scale.md'), 'utf8')
      await admin.query(/```sql\n([^]*?)```/.exec(page)?.[1] ?? '')
      await admin.end()
      const split = connectPostgres({ url: own.url, connections: 1, migrate: false })
      for (const tenant of ['anna', 'ben']) {
        const driver = postgresDriver({ postgres: split, tenant })
        await driver.log.append('s', [{ seq: 1, at: 1, kind: 'mark', name: tenant }], { expect: 0 })
        await driver.blobs.put(`of ${tenant}`)
        expect((await driver.log.read('s')).entries).toMatchObject([{ name: tenant }])
        await driver.close()
      }
      expect((await deleteTenant(split, 'anna')).left).toBe(0)
      expect((await postgresDriver({ postgres: split, tenant: 'ben' }).log.read('s')).head).toBe(1)
      await split.close()
    } finally {
      await own.stop()
    }
  })
})

describe('postgres: when the server is not well', () => {
  /** A driver whose way to the server can be cut; in the end all three requests are in the log. */
  const away = async (tenant: string) => {
    const way = await cutter(server.url)
    const driver = postgresDriver({ url: way.url, tenant, connections: 1 })
    const ends = async (pack: Daypack) => {
      const { entries } = await driver.log.read('s')
      expect(entries.filter(({ kind }) => kind === 'message').length).toBe(5)
      await pack.close()
      await driver.close()
      await way.close()
    }
    return { way, driver, ends }
  }

  test('cut off in the middle of a session, requests still go out, and later all is as it was', async () => {
    const { way, driver, ends } = await away('cut')
    const said: string[] = []
    const pack = await createDaypack({
      driver,
      retention: false,
      memory: false,
      warn: (line) => said.push(line),
      tuning: { counter: byBytes(4) },
    })
    const session = await pack.session('s')
    await session.prepare(anthropic, request(1))
    way.cut()
    const { request: out } = await session.prepare(anthropic, request(2))
    expect(out.messages).toEqual(request(2).messages)
    expect(said.join()).toMatch(/PostgreSQL|127\.0\.0\.1/)
    way.mend()
    const { request: again } = await session.prepare(anthropic, request(3))
    expect(again.messages.length).toBe(5)
    await ends(pack)
  })

  test('G-154 a server that stalls holds a turn up once, for one timeout, and record does not reject', async () => {
    const way = await cutter(server.url)
    const told: PostgresRecord[] = []
    const stalling = connectPostgres({
      url: way.url,
      connections: 1,
      timeoutMs: 500,
      log: (record) => told.push(record),
    })
    const driver = postgresDriver({ postgres: stalling, tenant: 'stalled' })
    const counter = byBytes(4)
    const pack = await createDaypack({ driver, retention: false, memory: false, warn: false, tuning: { counter } })
    const session = await pack.session('s')
    await session.prepare(anthropic, request(1))
    const during = async (work: () => Promise<unknown>) => {
      way.stall()
      told.length = 0
      const started = performance.now()
      await work()
      expect(told.map(({ event, code }) => [event, code])).toEqual([['failed', 'unreachable']])
      expect(performance.now() - started).toBeLessThan(2 * 500)
    }
    await during(async () => {
      const prepared = await session.prepare(anthropic, request(2))
      expect(prepared).toMatchObject({ request: request(2), problem: { code: 'unreachable' } })
    })
    const content = [{ type: 'text', text: 'line 3' }]
    await during(() => session.record(anthropic, { id: 'r', role: 'assistant', content } as never))
    way.mend()
    await session.prepare(anthropic, request(3))
    const { entries } = await driver.log.read('s')
    expect(entries.map((entry) => entry.kind)).toEqual(Array.from({ length: 5 }, () => 'message'))
    await pack.close()
    await driver.close()
    await stalling.close()
    await way.close()
  })

  test('down at the start, a session opens and says so, requests go out, and its log is read once the server is there', async () => {
    const before = await createDaypack({
      driver: postgresDriver({ postgres, tenant: 'late' }),
      retention: false,
      memory: false,
      tuning: { counter: byBytes(4) },
    })
    await (await before.session('s')).prepare(anthropic, request(1))
    await before.close()
    const { way, driver, ends } = await away('late')
    way.cut()
    const said: string[] = []
    const pack = await createDaypack({ driver, warn: (line) => said.push(line), tuning: { counter: byBytes(4) } })
    const session = await pack.session('s')
    expect(said.join('\n')).toMatch(/Session "s" could not do all of its work: .* Is the server at 127\.0\.0\.1:\d+/)
    const down = await session.prepare(anthropic, request(2))
    expect(down).toMatchObject({ request: request(2), problem: { code: 'unreachable' } })
    expect(await session.aside(anthropic, request(2))).toEqual(request(2))
    await expect(session.mark('x')).rejects.toMatchObject({ code: 'unreachable' })
    await expect(pack.memory.search('x')).rejects.toMatchObject({ code: 'unreachable' })
    way.mend()
    const up = await session.prepare(anthropic, request(3))
    expect([up.problem, up.request.messages]).toEqual([undefined, request(3).messages])
    await ends(pack)
  })

  test('an answer that was lost on its way is not written twice', async () => {
    let lost = 0
    const shaky: Postgres = {
      ...postgres,
      transaction: async (tenant, what, work, options) => {
        await postgres.transaction(tenant, what, work, options)
        lost++
        return postgres.transaction(tenant, what, (query) => work(query, true), options)
      },
    }
    const driver = postgresDriver({ postgres: shaky, tenant: 'shaky' })
    expect(await driver.log.append('s', [mark(1), mark(2)], { expect: 0 })).toEqual({ head: 2 })
    expect(await driver.log.append('s', [mark(3)], { expect: 2 })).toEqual({ head: 3 })
    expect((await driver.log.read('s')).entries.length).toBe(3)
    const { hash } = (await driver.notes.write('MEMORY.md', 'x', { expect: undefined })) as { hash: string }
    expect((await driver.notes.read('MEMORY.md'))?.hash).toBe(hash)
    expect((await driver.notes.versions()).length).toBe(1)
    expect(lost).toBeGreaterThan(3)
  })

  test('an older schema is refused where it may not be brought up to date', async () => {
    const client = new pg.Client(server.url)
    await client.connect()
    await client.query(`DELETE FROM daypack.migration WHERE name = '001-workspace'`)
    const strict = connectPostgres({ url: server.url, connections: 1, migrate: false })
    const driver = postgresDriver({ postgres: strict, tenant: 't' })
    await expect(driver.log.read('s')).rejects.toThrow(/The schema lacks 001-workspace/)
    await client.query(`INSERT INTO daypack.migration VALUES ('001-workspace', now()::text)`)
    expect((await driver.log.read('s')).head).toBe(0)
    await client.end()
    await strict.close()
  })
})
