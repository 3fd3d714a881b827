// A strategy over the chain, and over each of its recordings alone.
import { replay, type Strategy } from '../../../lab/src/measure/replay.ts'
import type { JsonObject } from '../../../packages/daypack/src/model/json.ts'
import { textOfWire } from '../peers/wire.ts'
import type { Chain } from './chain.ts'
import { DECISIONS, says, standing } from './decisions.ts'
import { stateAt } from './state.ts'

export type Tenth = {
  turns: number
  cost: number
  /** Cost and edit lines of the same turns in sessions of their own. */
  alone: number
  lines: number
  held: number
  heldAlone: number
  ms: number
  slowest: number
  readonly views: number[]
}
/** What a view right after an epoch holds, as shares. */
export type Held = {
  readonly rules: number
  readonly decisions: number
  readonly gold: number
  readonly files: number
  readonly lines: number
  readonly tasks: number
  readonly missing: readonly string[]
}
export type Result = {
  readonly strategy: string
  readonly tenths: readonly Tenth[]
  readonly epochs: readonly Held[]
  /** Requests that were too long for the window. */
  readonly over: number
}

const PARTS = 10
/** A view this much shorter than the one before it begins an epoch. */
const EPOCH = 0.9
/** Of the words of a key point, so many are it. */
const GOLD_SHARE = 0.6

type Turn = { readonly cost: number; readonly lines: number; readonly held: number }

export async function measured(
  chain: Chain,
  gold: readonly (readonly string[])[],
  strategy: Strategy,
  window: number,
): Promise<Result> {
  const { session } = chain
  const alone = await turnsAlone(chain, strategy, window)
  const { messages } = session.transcript
  const tenths = Array.from({ length: PARTS }, (): Tenth => ({
    turns: 0,
    cost: 0,
    alone: 0,
    lines: 0,
    held: 0,
    heldAlone: 0,
    ms: 0,
    slowest: 0,
    views: [],
  }))
  const epochs: Held[] = []
  let before = { cost: 0, lines: 0, linesHeld: 0, ms: 0 }
  let size = 0
  let turn = 0
  const sums = await replay(session, strategy, window, {
    onStep({ request, tokens }, step, figures) {
      const tenth = tenths[Math.floor((turn++ * PARTS) / session.steps.length)] as Tenth
      const same = alone.get(step.at)
      const ms = figures.ms - before.ms
      tenth.ms += ms
      tenth.slowest = Math.max(tenth.slowest, ms)
      if (same) {
        tenth.turns++
        tenth.cost += figures.cost - before.cost
        tenth.alone += same.cost
        tenth.lines += same.lines
        tenth.held += figures.linesHeld - before.linesHeld
        tenth.heldAlone += same.held
      }
      before = { cost: figures.cost, lines: figures.lines, linesHeld: figures.linesHeld, ms: figures.ms }
      const isEpoch = tokens < size * EPOCH
      size = tokens
      if (!isEpoch) return
      tenth.views.push(tokens)
      epochs.push(heldIn(textOf(request)))
      function heldIn(view: string): Held {
        const { files, lines, tasks } = stateAt(messages, step.at)
        return {
          rules: share(standing.rules.map((rule) => view.includes(rule))),
          decisions: share(DECISIONS.map(({ keys }) => says(view, keys))),
          gold: share(gold.map((words) => says(view, words, GOLD_SHARE))),
          files: share(files.map((name) => view.includes(name))),
          lines: share(lines.map((line) => view.includes(line))),
          tasks: share(tasks.map((task) => view.includes(task))),
          missing: DECISIONS.flatMap(({ keys }) => (says(view, keys) ? [] : [keys.join(' + ')])),
        }
      }
    },
  })
  return { strategy: strategy.name, tenths, epochs, over: sums.overflows }
}

async function turnsAlone({ alone }: Chain, strategy: Strategy, window: number): Promise<Map<number, Turn>> {
  const turns = new Map<number, Turn>()
  for (const { session, start } of alone) {
    let before = { cost: 0, lines: 0, linesHeld: 0 }
    await replay(session, strategy, window, {
      onStep(_, { at }, { cost, lines, linesHeld }) {
        turns.set(start + at, {
          cost: cost - before.cost,
          lines: lines - before.lines,
          held: linesHeld - before.linesHeld,
        })
        before = { cost, lines, linesHeld }
      },
    })
  }
  return turns
}

export function textOf(request: JsonObject): string {
  return (request['messages'] as readonly JsonObject[]).map((message) => textOfWire(message as never)).join('\n')
}

export const mean = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0) / Math.max(1, list.length)

/** What is held in three epochs around one, or in the last three; how things stood, in all of them. */
export function heldAfter({ epochs }: Result, epoch: number): Omit<Held, 'missing'> {
  const at = Math.min(epoch, epochs.length - 1)
  const near = epochs.slice(Math.max(0, at - 1), at + 2)
  const of = (pick: (one: Held) => number) => mean(near.map(pick))
  return {
    rules: of(({ rules }) => rules),
    decisions: of(({ decisions }) => decisions),
    gold: of(({ gold }) => gold),
    files: mean(epochs.map(({ files }) => files)),
    lines: mean(epochs.map(({ lines }) => lines)),
    tasks: mean(epochs.map(({ tasks }) => tasks)),
  }
}

const share = (list: readonly boolean[]) => (list.length === 0 ? 1 : list.filter(Boolean).length / list.length)
