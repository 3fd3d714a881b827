import type { Json, Tokens } from '../../model/json.ts'
import type { HandoverContext } from '../read/context.ts'
import type { Evidence } from '../read/evidence.ts'
import { pause } from '../read/pause.ts'
import type { HandoverOptions } from './options.ts'
import { NOTHING_TOLD, render } from '../tell/render.ts'
import { CHARS_PER_TOKEN } from '../weigh/room.ts'
import { shares, sourcesOf, type Parts, type Sources } from './shares.ts'

export type Composed = { readonly text: string; readonly files: readonly string[]; readonly story: Json }

const TRIES = 5
/** The first try stays below the room, and so much of it is enough: what is left goes to the messages to come. */
const GUESS = 0.9
const FULL = 0.83

/** Put together what fits into `room`: what must be there first, then files, story and names share the rest. */
export async function compose(
  parts: Parts,
  evidence: Evidence,
  ctx: HandoverContext,
  options: HandoverOptions,
  room: Tokens,
): Promise<Composed> {
  const sources = await sourcesOf(parts, evidence, options, ctx.budget.window)
  let perToken = charsPerToken(sources, ctx)
  // Standing instructions and what nobody has answered yet are whole, beside the room.
  const outside = parts.standing.length + parts.unseen.length
  const outsideTokens = outside === 0 ? 0 : ctx.count(`${parts.standing}\n${parts.unseen}`)
  let made: Composed = { text: '', files: [], story: {} }
  let fitting: Composed | undefined
  for (let attempt = 0; attempt < TRIES; attempt++) {
    await pause()
    const own = room * perToken
    const chars = own + outside
    const given = framed(parts, own)
    const rest = Math.max(0, chars - render({ ...given, ...NOTHING_TOLD }).length)
    const { files, scale, ...shared } = await shares(sources, rest)
    await pause()
    const text = render({ ...given, ...shared, told: '', files: files.text })
    const used = ctx.count(text) - outsideTokens
    made = {
      text,
      files: files.paths,
      story: { events: parts.events.length, scale: round(scale), chars: shared.story.length },
    }
    if (used <= room) fitting = made
    const isFull = used > room * FULL || text.length < chars * 0.85
    if (rest === 0 || (used <= room && (isFull || attempt > 1))) break
    // The first count says how many characters a token of this text holds.
    perToken = Math.max(
      0.2,
      ((text.length - outside) / Math.max(1, used)) * (used > room ? 0.95 ** (attempt + 1) : 0.97),
    )
  }
  return fitting ?? made
}

/** So much of what may be told is counted first, in pieces from everywhere: it says how much text fits into the room. */
const SAMPLE = 40
const PIECE = 200

function charsPerToken({ parts, regions }: Sources, ctx: HandoverContext): number {
  const told = spread(parts.events).map(({ text }) => text.slice(-PIECE))
  const shown = spread(regions).map(({ lines }) =>
    lines
      .map((line) => line.text)
      .join('\n')
      .slice(0, PIECE),
  )
  const sample = [...told, ...shown].join('\n')
  return sample === '' ? CHARS_PER_TOKEN : (sample.length / ctx.count(sample)) * GUESS
}

function spread<Item>(items: readonly Item[]): Item[] {
  const step = Math.max(1, Math.floor(items.length / SAMPLE))
  return items.filter((_, index) => index % step === 0)
}

/** Where there is little room, the way to the archive leaves most of it to the story. */
function framed(parts: Parts, chars: number): Parts {
  const lines = parts.guide.split('\n')
  let guide = ''
  for (const line of lines) {
    const next = guide === '' ? line : `${guide}\n${line}`
    if (next.length > chars * 0.1) break
    guide = next
  }
  return { ...parts, guide }
}

function round(scale: number): number {
  return Math.round(scale * 1000) / 1000
}
