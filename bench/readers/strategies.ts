// Which strategies a view is written for, by name: `daypack-64k`, `observation-masking`, `langchain-summarization-64k`.
import type { Tokens } from '../../packages/daypack/src/model/json.ts'
import { engine } from '../../lab/src/measure/engine.ts'
import type { Strategy } from '../../lab/src/measure/replay.ts'
import { peers } from '../replay/peers/index.ts'
import { presets, unlimited } from '../replay/strategies.ts'
import type { Point } from './formats.ts'
import type { Notes } from './notes.ts'

/** A strategy at a window, and what the files are called. */
export type Wanted = { readonly id: string; readonly strategy: Strategy; readonly window: Tokens }

/** These write no summary, or a real one; every other peer and preset gets one from replay/summarizer.ts instead of a model's. */
const MODEL_FREE = new Set(['daypack', 'daypack-note', 'raw-unlimited', 'observation-masking', 'ai-sdk-prunemessages'])
/** The same at every window. */
const WINDOWLESS = new Set(['observation-masking', 'ai-sdk-prunemessages'])

export const DEFAULT_STRATEGIES = ['daypack', 'observation-masking', 'ai-sdk-prunemessages', 'recorded']

export const isStandIn = (id: string) => !MODEL_FREE.has(nameOf(id))

/** With somebody to write notes there is `daypack-note` too. */
export async function available(notes?: Notes): Promise<{ all: ReadonlyMap<string, Strategy>; missing: string[] }> {
  const { strategies, missing } = await peers()
  // Without memory: its own calls to the summarizer do not change the view.
  const options = () => ({ preset: 'daypack' as const, memory: false as const })
  const noted = notes ? [engine('daypack-note', options, notes.summarizer)] : []
  const all = [unlimited, ...presets(), ...noted, ...strategies]
  return { all: new Map(all.map((one) => [slug(one.name), one])), missing }
}

/** `name-64k` at that window; a name alone at all windows of the point, or once where the window changes nothing. */
export function wantedAt(names: readonly string[], point: Point, all: ReadonlyMap<string, Strategy>): Wanted[] {
  return names.flatMap((id): Wanted[] => {
    const name = nameOf(id)
    const strategy = all.get(name)
    if (!strategy) throw new Error(`There is no strategy "${name}" here; there are ${[...all.keys()].join(', ')}.`)
    const window = Number(/-(\d+)k$/.exec(id)?.[1] ?? 0) * 1000
    if (window > 0) return [{ id, strategy, window }]
    if (WINDOWLESS.has(name)) return [{ id, strategy, window: point.windows[0] ?? 32_000 }]
    return point.windows.map((own) => ({ id: `${id}-${own / 1000}k`, strategy, window: own }))
  })
}

const nameOf = (id: string) => id.replace(/-\d+k$/, '')

function slug(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
