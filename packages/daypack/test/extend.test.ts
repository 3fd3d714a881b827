import { readdirSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lines, type LinesRequest } from '../../../examples/extend/codec.ts'
import { mapDriver } from '../../../examples/extend/driver.ts'
import { withDaypack } from '../../../examples/extend/host.ts'
import { hush } from '../../../examples/extend/pass.ts'
import { createDaypack } from '../src/daypack.ts'
import { codecSuite, identity } from '../../daypack-testing/src/codec-suite.ts'
import { openDesk, request, step } from '../../daypack-testing/src/desk.ts'
import { driverSuite } from '../../daypack-testing/src/driver-suite/suite.ts'
import { passSuite } from '../../daypack-testing/src/pass-suite.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')

passSuite('hush', () => hush())
const line = fc.record({ who: fc.constantFrom('me' as const, 'bot' as const), says: fc.string({ minLength: 1 }) })
codecSuite({
  codec: lines,
  requests: [['a greeting', { model: 'm', lines: [{ who: 'me', says: 'Hello.' }] }]],
  arb: fc.record({ model: fc.constant('m'), lines: fc.array(line, { minLength: 1 }) }),
  bare: { model: 'm', lines: [] },
  tools: false,
})
driverSuite('map', ({ now, zone }) => mapDriver(now, zone), { describe, test, durable: false })

describe('what outsiders add', () => {
  test('a pass: a progress bar becomes one line', async () => {
    const bar = Array.from({ length: 100 }, (_, at) => `${at}% ${'#'.repeat(at / 10)}`).join('\n')
    const desk = openDesk()
    await desk.say(
      request('Build it.'),
      ...step({ tool: 'build', output: bar }),
      ...step({ tool: 'build', output: 'ok' }),
    )
    await desk.run([hush()], { isForced: true })
    expect(await desk.results()).toEqual(['[progress bar]', 'ok'])
  })

  test('a codec, a driver and a host: a session on a wire nobody here knows is kept inside its window', async () => {
    const pack = await createDaypack({
      driver: mapDriver(Date.now),
      window: 4_000,
      memory: false,
      tuning: { maxOutput: 100 },
    })
    const session = await pack.session('lines')
    const sent: LinesRequest[] = []
    const client = withDaypack(
      {
        async send(got) {
          sent.push(got)
          return { says: `Done with ${got.lines.length}.`, spent: { read: 10, wrote: 5 } }
        },
      },
      session,
    )
    const said: LinesRequest['lines'][number][] = []
    for (let turn = 0; turn < 60; turn++) {
      said.push({ who: 'me', says: `Request ${turn}: ${'tell me more about rivers. '.repeat(20)}` })
      const { says } = await client.send({ model: 'small', lines: [...said] })
      said.push({ who: 'bot', says })
    }
    expect(session.view.items.some((item) => item.kind === 'fold')).toBe(true)
    expect(JSON.stringify(sent.at(-1)).length).toBeLessThan(JSON.stringify(said).length / 2)
    expect(JSON.stringify(sent.at(-1))).toContain('Request 59')
    await pack.close()
  })

  test("a codec's own rules hold: what we would break goes out as it came", async () => {
    identity(lines, { model: 'small', lines: [{ who: 'me', says: 'hello' }] })
    const empty = {
      ...lines,
      encode: (_: unknown, like: LinesRequest) => ({ ...like, lines: [{ who: 'me', says: '' }] }),
    }
    const pack = await createDaypack({ driver: mapDriver(Date.now), memory: false })
    const session = await pack.session('rules')
    const own: LinesRequest = { model: 'small', lines: [{ who: 'me', says: 'hello' }] }
    const { request: out, violations } = await session.prepare(empty as typeof lines, own)
    expect(out).toBe(own)
    expect(violations?.map(({ rule }) => rule)).toEqual(['L-01'])
    await pack.close()
  })

  test('each is one file', () => {
    expect(readdirSync(path.join(ROOT, 'examples/extend')).toSorted()).toEqual([
      'README.md',
      'codec.ts',
      'driver.ts',
      'host.ts',
      'pass.ts',
    ])
  })
})
