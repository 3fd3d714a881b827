import { describe, expect } from 'vitest'
import { copaw } from '../../src/presets/index.ts'
import { answer, request } from '../../../daypack-testing/src/desk.ts'
import { open, row, system, tokens } from './support.ts'
import { long } from './copaw-support.ts'

describe('thresholds', () => {
  row('1E1', () => expect(copaw().numbers.compactThreshold).toBe(100_000))
  row('1E3', async () => {
    const { session, send } = await open(copaw({ compactThreshold: 3_000 }))
    let epochs = 0
    for (let at = 0; at < 60; at++) {
      await session.append(at % 2 === 0 ? request(tokens(300)) : answer(tokens(300)))
      if ((await send()).plan?.tide === 'pressure') epochs++
    }
    // 18,000 tokens in steps of 300: every 11 messages or so the compactable part is above 3,000 again.
    expect(epochs).toBeGreaterThanOrEqual(4)
    // Right after an epoch too, as soon as it is exceeded again (three messages are recent and do not count).
    const tides: unknown[] = []
    for (let at = 0; at < 8; at++) {
      await session.append(at % 2 === 0 ? request(tokens(3_500)) : answer(tokens(3_500)))
      tides.push((await send()).plan?.tide)
    }
    expect(tides.slice(3)).toEqual(Array.from({ length: 5 }, () => 'pressure'))
  })
  row('1E4', async () => {
    const { send, session } = await open(copaw({ compactThreshold: 8_000 }), [system(tokens(6_000))])
    for (let at = 0; at < 11; at++) await session.append(at % 2 === 0 ? request(tokens(1_000)) : answer(tokens(1_000)))
    expect((await send(tokens(3_000))).plan?.tide).toBe('none')
    await session.append(answer(tokens(1)))
    expect((await send(tokens(3_000))).plan?.tide).toBe('pressure')
  })
  row('1E5', () => expect(copaw().numbers.keepRecent).toBe(3))
  row('1E7', () => {
    expect(copaw().numbers.compactRatio).toBe(0.7)
  })
  row('2E1', async () => {
    const { send, session } = await open(copaw())
    for (let at = 0; at < 103; at++) await session.append(at % 2 === 0 ? request(tokens(1_000)) : answer(tokens(1_000)))
    expect((await send()).plan?.tide).toBe('none')
    await session.append(answer(tokens(1)))
    expect((await send()).plan?.tide).toBe('pressure')
  })
  row('2E2', async () => {
    const { send } = await open(copaw({ compactThreshold: 4_000 }), [system(tokens(20_000)), ...long(7)])
    expect((await send()).plan?.tide).toBe('none')
  })
  row('2E3', async () => {
    const { session, send } = await open(copaw({ compactThreshold: 2_000 }), [system(tokens(2_000))])
    const due: number[] = []
    for (let at = 0; at < 40; at++) {
      await session.append(at % 2 === 0 ? request(tokens(400)) : answer(tokens(400)))
      if ((await send()).plan?.tide === 'pressure') due.push(at)
    }
    for (const [index, at] of due.slice(1).entries()) expect(at - (due[index] ?? 0)).toBeLessThanOrEqual(10)
    expect(due.length).toBeGreaterThan(3)
    // Never "not again so soon": what comes right after an epoch and exceeds it makes another one.
    for (let at = 0; at < 8; at++) {
      await session.append(at % 2 === 0 ? request(tokens(2_500)) : answer(tokens(2_500)))
      const { plan } = await send()
      if (at > 2) expect(plan?.tide).toBe('pressure')
    }
  })
  row('2E4', async () => {
    const { session, send } = await open(copaw({ compactThreshold: 2_000 }), [...long(10), request('And now?')])
    await send()
    expect(session.view.items.map(({ kind }) => kind)).toEqual(['fold', 'message', 'message', 'message'])
  })
  row('2E5', async () => {
    const { send, session } = await open(copaw(), [], { window: 20_000, tuning: { maxOutput: 1 } })
    for (let at = 0; at < 17; at++) await session.append(at % 2 === 0 ? request(tokens(1_000)) : answer(tokens(1_000)))
    expect((await send()).plan?.tide).toBe('none')
    await session.append(answer(tokens(1)))
    expect((await send()).plan?.tide).toBe('pressure')
  })
  row('2E7', async () => {
    const { send, session } = await open(copaw({ compactThreshold: 1_000 }), [])
    const tides: unknown[] = []
    for (const message of long(6)) {
      await session.append(message)
      tides.push((await send()).plan?.tide)
    }
    expect(new Set(tides)).toEqual(new Set(['none', 'pressure']))
  })
  row('2E8', async () => {
    const { send, sendWire, session } = await open(copaw({ compactThreshold: 1_000 }), [
      system('persona '.repeat(50)),
      ...long(6),
    ])
    await send()
    expect(session.view.items[0]?.kind).toBe('fold')
    expect((await sendWire()).system).toBe('persona '.repeat(50))
  })
  row('2E9', async () => {
    const talk = [...long(6), request('And now?')]
    const { send } = await open(copaw({ compactThreshold: 1_000 }), talk)
    expect((await send()).request.messages.slice(1)).toEqual(talk.slice(-3))
  })
})
