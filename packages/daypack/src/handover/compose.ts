import type { Json, Tokens } from '../model/json.ts'
import { clip } from './clip.ts'
import type { HandoverContext } from './context.ts'
import type { Evidence } from './evidence.ts'
import { extractSections } from './extract.ts'
import type { HandoverOptions } from './handover.ts'
import { leftNames } from './left-names.ts'
import { fitSections, renderSections } from './sections.ts'
import { NOTHING_TOLD, render } from './render.ts'
import { CHARS_PER_TOKEN, nameBytes } from './room.ts'
import { shares, sourcesOf, type Parts, type Sources } from './shares.ts'

export type Composed = { readonly text: string; readonly files: readonly string[]; readonly story: Json }

const TRIES = 5
/** The first try stays below the room, and so much of it is enough: what is left goes to the messages to come. */
const GUESS = 0.9
const FULL = 0.83

/** Put together what fits into `room`: what must be there first, then files, story and names share the rest. */
export function compose(
  parts: Parts,
  evidence: Evidence,
  ctx: HandoverContext,
  options: HandoverOptions,
  room: Tokens,
): Composed {
  const { window } = ctx.budget
  const sources = sourcesOf(parts, evidence, options, window)
  let perToken = charsPerToken(sources, ctx)
  let made: Composed = { text: '', files: [], story: {} }
  let fitting: Composed | undefined
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const chars = room * perToken
    const told = options.sections && parts.note === '' ? sectionsOf(evidence, chars) : ''
    const given = framed(parts, chars, options.sections ? PATHS : 0)
    const rest = Math.max(0, chars - render({ ...given, ...NOTHING_TOLD, told }).length)
    const bytes = options.nameBytes === 0 ? 0 : nameBytes(window, rest)
    const { files, scale, ...own } = shares(sources, Math.max(0, rest - bytes))
    const texts = { ...given, ...own, told, files: files.text }
    const without = render({ ...texts, names: '' })
    const names = bytes > 0 ? leftNames(evidence.names, bytes, `${without}\n${parts.tail}`, evidence.files) : ''
    const text = names === '' ? without : render({ ...texts, names })
    const used = ctx.count(text)
    made = {
      text,
      files: files.paths,
      story: { events: parts.events.length, scale: round(scale), chars: own.story.length },
    }
    if (used <= room) fitting = made
    const isFull = used > room * FULL || text.length < chars * 0.85
    if (rest === 0 || (used <= room && (isFull || attempt > 1))) break
    // The first count says how many characters a token of this text holds.
    perToken = Math.max(0.2, (text.length / used) * (used > room ? 0.95 ** (attempt + 1) : 0.97))
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

/** The documents' summary always says where the dialog is: the sentence and the newest file. */
const PATHS = 2

/** Where there is little room, the host's words and the way to the archive leave most of it to the story. */
function framed(parts: Parts, chars: number, leastLines: number): Parts {
  const standing = clip(parts.standing, chars * 0.2)
  const lines = parts.guide.split('\n')
  let guide = ''
  for (const [index, line] of lines.entries()) {
    const next = guide === '' ? line : `${guide}\n${line}`
    if (index >= leastLines && next.length > chars * 0.1) break
    guide = next
  }
  return { ...parts, standing: standing.length < 40 ? '' : standing, guide }
}

/** The sections of the documents, filled from the same truth. */
function sectionsOf(evidence: Evidence, chars: number): string {
  return renderSections(fitSections(extractSections(evidence), Math.max(600, chars * 0.15)))
}

function round(scale: number): number {
  return Math.round(scale * 1000) / 1000
}
