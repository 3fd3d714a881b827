import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createDaypack } from '../../src/daypack.ts'
import type { DaypackOptions } from '../../src/config.ts'
import type { Session } from '../../src/session/session.ts'
import { startProvider, type ScriptedReply } from '../../../daypack-testing/src/provider/index.ts'
import { cacheFigures } from './cache-figures.ts'
import { answer, finalAnswer, QUESTIONS, sailor } from '../../../../examples/hosts/voyage.ts'

export const WINDOW = 16_000
const CLOCK = () => Date.UTC(2026, 10, 1)

/** Drives the real framework through the questions and gives the answers back; `session` is undefined for the unmanaged run. */
export type Drive = (url: string, session: Session | undefined) => Promise<readonly string[]>

export type Proof = {
  /** Adds to what the scripted model says, such as thinking. */
  readonly dress?: (reply: ScriptedReply, index: number) => ScriptedReply
  readonly options?: Partial<DaypackOptions>
}

/** Every step thinks. */
export const thinking: Proof = { dress: (reply, index) => ({ ...reply, thinking: `I think of page ${index}.` }) }

/** Every step reads a second page beside the one it wants. */
export const parallel: Proof = {
  dress: ({ calls = [], ...reply }, index) => {
    const [call] = calls
    return call ? { ...reply, calls: [call, { ...call, input: { day: 100 + index } }] } : reply
  },
}

export type Figures = {
  requests: number
  epochs: number
  peak: number
  unmanagedPeak: number
  readShare: number
  unmanagedReadShare: number
}

/** Everything an integration has to show, over real HTTP: valid requests, under the window, cache kept, same answers. */
export async function prove(name: string, drive: Drive, proof: Proof = {}): Promise<Figures> {
  const script = (call: Parameters<typeof sailor>[0]) => {
    const reply = sailor(call)
    return proof.dress ? proof.dress(reply, call.index) : reply
  }
  const free = await startProvider({ script, window: 1_000_000, now: CLOCK })
  const unmanaged = await drive(free.url, undefined)
  await free.close()

  const dir = await mkdtemp(join(tmpdir(), 'daypack-host-'))
  const pack = await createDaypack({
    memory: { summarize: false },
    dir,
    window: WINDOW,
    ...proof.options,
    tuning: { maxOutput: 1_000, now: CLOCK, ...proof.options?.tuning },
  })
  const tight = await startProvider({ script, window: WINDOW, now: CLOCK })
  try {
    const session = await pack.session('voyage')
    const managed = await drive(tight.url, session)
    const refused = tight.requests.filter((request) => request.status !== 200)
    expect(refused.map((request) => request.violations)).toEqual([])
    expect(managed.map(finalAnswer)).toEqual([answer(1, 22), answer(23, 44)])
    expect(managed.map(finalAnswer)).toEqual(unmanaged.map(finalAnswer))
    expect(managed).toHaveLength(QUESTIONS.length)

    const billed = tight.requests.at(-1)?.billed
    expect(session.view.usages.at(-1)).toMatchObject({
      input: billed?.input,
      cacheRead: billed?.cacheRead,
      output: billed?.output,
    })

    const ours = cacheFigures(tight.requests)
    const theirs = cacheFigures(free.requests)
    const epochs = new Set(session.view.batches.flatMap((batch) => batch.epoch ?? [])).size
    const figures: Figures = {
      requests: tight.requests.length,
      epochs,
      peak: Math.max(...tight.requests.map((request) => request.promptTokens)),
      unmanagedPeak: Math.max(...free.requests.map((request) => request.promptTokens)),
      readShare: ours.share,
      unmanagedReadShare: theirs.share,
    }
    expect(figures.unmanagedPeak).toBeGreaterThan(2 * WINDOW)
    expect(figures.peak).toBeLessThanOrEqual(WINDOW)
    expect(epochs).toBeGreaterThan(0)
    // Some frameworks break the prefix themselves; we add nothing but our epochs.
    expect(ours.breaks).toBeLessThanOrEqual(epochs + theirs.breaks)
    expect(theirs.breaks).toBeLessThanOrEqual(QUESTIONS.length - 1)
    expect(figures.readShare).toBeGreaterThanOrEqual(0.95 * figures.unmanagedReadShare)
    expect(figures.requests).toBeLessThanOrEqual(free.requests.length * 1.5)
    if (process.env['DAYPACK_FIGURES']) console.log(`${name}: ${JSON.stringify(figures)}`)
    return figures
  } finally {
    await tight.close()
    await pack.close()
    await rm(dir, { recursive: true, force: true })
  }
}
