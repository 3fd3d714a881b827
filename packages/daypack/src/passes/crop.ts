import { isStored, bytesOf, type Ref, type Content } from '../model/message.ts'
import type { Crop, Note, Span } from '../model/edit.ts'
import { defined, sumOf } from '../model/json.ts'
import { MARGIN } from './cut/boundary.ts'
import { cutHead, cutHeadChars, cutTail, cutTailChars, errorLines, lineStart, type HeadCut } from './cut/cut.ts'
import type { Notice, NoticeFacts } from './notices.ts'
import type { PassContext } from './pass.ts'
import type { Result } from './results.ts'
import { gapBefore } from '../view/render.ts'
import type { ShownBlock } from '../view/view.ts'
import { lineCount } from '../model/lines.ts'

export type Shape = {
  /** Kept at the start and at the end. */
  readonly head: number
  readonly tail: number
  readonly unit: 'bytes' | 'chars'
  readonly wholeLines: boolean
  readonly maxLines?: number
  /** For lines between head and tail that tell of an error. */
  readonly errorBytes?: number
  /** Of a file that was read, name our copy of what was read instead of the file. */
  readonly copies?: boolean
}

/** What is kept of a result whose original could not be saved. */
export const UNSAVED_MAX_BYTES = 200_000
const SCAN_BYTES = 4_000_000

/** Undefined when no smaller. The original is durable first; where it can't be, the result stays whole up to a cap. */
export async function cropResult(
  result: Result,
  shape: Shape,
  notice: Notice,
  ctx: PassContext,
): Promise<Crop | undefined> {
  const { shown, block } = result
  const source = await originalOf(shown, block.content, ctx)
  const origin = await originOf(result, ctx, shape.copies)
  if (origin.path === undefined && source.bytes <= UNSAVED_MAX_BYTES) return undefined
  const cut = await spansOf(source, origin.path === undefined ? unsavedShape(shape) : shape)
  const crop: Crop = {
    op: 'crop',
    block: shown.id,
    keep: cut.keep,
    note: await noteOf(result, source, cut, origin, shape, notice, ctx),
  }
  return shownBytes({ ...shown, crop }, block.content) < shownBytes(shown, block.content) ? crop : undefined
}

export async function cropToNote(
  result: Result,
  text: (path: string | undefined) => string,
  ctx: PassContext,
): Promise<Crop | undefined> {
  const { shown, block } = result
  const origin = await originOf(result, ctx)
  if (origin.path === undefined) return undefined
  const note: Note = { text: text(origin.path), ...placeFields(origin) }
  const crop: Crop = { op: 'crop', block: shown.id, keep: [], note }
  return shownBytes({ ...shown, crop }, block.content) < shownBytes(shown, block.content) ? crop : undefined
}

/** `fileLine`: the original is the file that was read, and begins at this line of it; else it is our copy. */
type Origin = { readonly ref?: Ref; readonly path?: string; readonly fileLine?: number }

async function originOf(result: Result, ctx: PassContext, copies = false): Promise<Origin> {
  const { shown, block, facts } = result
  if (facts.kind === 'read' && facts.path !== undefined && !block.isError && !copies) {
    const ref = isStored(block.content) ? { ref: block.content.ref } : {}
    return { ...ref, path: facts.path, fileLine: facts.range?.from ?? 1 }
  }
  const known = shown.crop?.note
  if (known?.ref !== undefined && known.path !== undefined) return { ref: known.ref, path: known.path }
  try {
    const { ref } = isStored(block.content) ? block.content : await ctx.store(await ctx.read(shown))
    return { ref, path: ctx.path(ref) }
  } catch {
    return {}
  }
}

type Cut = { readonly keep: Span[]; readonly head: HeadCut; readonly tailFrom: number; readonly hasErrors: boolean }

async function spansOf(source: Original, shape: Shape): Promise<Cut> {
  const head = await headOf(source, shape)
  const tailFrom = Math.max(head.to, await tailOf(source, shape))
  const from = Math.max(head.to, tailFrom - SCAN_BYTES)
  const between = shape.errorBytes ? await source.range(from, tailFrom) : Buffer.alloc(0)
  const errors = errorLines(between, 0, between.length, shape.errorBytes ?? 0)
  const keep = joinSpans([
    { from: 0, to: head.to },
    ...errors.map((span) => ({ from: span.from + from, to: span.to + from })),
    { from: tailFrom, to: source.bytes },
  ])
  return { keep, head, tailFrom, hasErrors: errors.length > 0 }
}

async function headOf(source: Original, shape: Shape): Promise<HeadCut> {
  const { head, unit, wholeLines, maxLines } = shape
  const data = await source.range(0, head * (unit === 'chars' ? 3 : 1) + MARGIN)
  const exact = unit === 'chars' ? cutHeadChars(data, head) : undefined
  const cut = exact && !wholeLines ? exact : cutHead(data, exact?.to ?? head)
  if (maxLines === undefined || cut.line <= maxLines) return cut
  return { to: Math.max(0, lineStart(data, maxLines + 1) - 1), line: maxLines + 1 }
}

async function tailOf(source: Original, shape: Shape): Promise<number> {
  const { tail, unit, wholeLines } = shape
  const from = Math.max(0, source.bytes - tail * (unit === 'chars' ? 3 : 1) - MARGIN)
  const data = await source.range(from, source.bytes)
  const exact = unit === 'chars' ? cutTailChars(data, tail) : undefined
  const start =
    exact !== undefined && !wholeLines ? exact : cutTail(data, exact === undefined ? tail : data.length - exact)
  return from + start
}

async function noteOf(
  result: Result,
  source: Original,
  cut: Cut,
  origin: Origin,
  shape: Shape,
  notice: Notice,
  ctx: PassContext,
): Promise<Note> {
  const kept = await Promise.all(cut.keep.map(async ({ from, to }) => (await source.range(from, to)).toString('utf8')))
  const head = await resumeAt(cut.head, source, origin)
  const facts: NoticeFacts = {
    tool: result.tool,
    ...(origin.path !== undefined && { path: origin.path }),
    isFile: origin.fileLine !== undefined,
    totalLines: source.lines,
    totalBytes: source.bytes,
    totalChars: shape.unit === 'chars' ? await source.chars() : source.bytes,
    startLine: origin.fileLine ?? 1,
    head,
    keptBytes: sumOf(cut.keep, ({ from, to }) => to - from),
    keptChars: sumOf(kept, (text) => text.length),
    tailBytes: source.bytes - cut.tailFrom,
    hasErrors: cut.hasErrors,
    ...(shape.unit === 'bytes' && shape.tail === 0 && { limitBytes: shape.head }),
    isWholeFile: result.facts.range === undefined,
    reader: ctx.reader,
  }
  const { before, between, further, text } = notice(facts)
  return {
    text,
    ...(before && { before }),
    ...(between && cut.keep.length > 1 && { between }),
    ...(further && cut.keep.length > 2 && { further }),
    ...placeFields(origin),
    next: defined<NonNullable<Note['next']>>({ line: head.line, column: head.column }),
  }
}

async function resumeAt(head: HeadCut, source: Original, origin: Origin): Promise<HeadCut> {
  if (origin.fileLine === undefined) return head
  const printed = /^\s*(\d+)(?:→|\t|: |\| )/.exec((await source.range(head.to, head.to + 40)).toString('utf8'))?.[1]
  const isNumbered = /^\s*\d+(?:→|\t|: |\| )/.test((await source.range(0, 40)).toString('utf8'))
  if (isNumbered && printed !== undefined && head.column === undefined) return { ...head, line: Number(printed) }
  return { ...head, line: head.line + origin.fileLine - 1 }
}

function placeFields(origin: Origin): Pick<Note, 'ref' | 'path'> {
  return defined<Pick<Note, 'ref' | 'path'>>({ ref: origin.ref, path: origin.path })
}

function unsavedShape(shape: Shape): Shape {
  const share = shape.tail / Math.max(1, shape.head + shape.tail)
  return {
    ...shape,
    unit: 'bytes',
    head: Math.floor(UNSAVED_MAX_BYTES * (1 - share)),
    tail: Math.floor(UNSAVED_MAX_BYTES * share),
  }
}

function joinSpans(spans: readonly Span[]): Span[] {
  const kept: Span[] = []
  for (const span of spans) {
    const before = kept.at(-1)
    if (span.to <= span.from) continue
    if (before && span.from <= before.to)
      kept[kept.length - 1] = { from: before.from, to: Math.max(before.to, span.to) }
    else kept.push(span)
  }
  return kept
}

type Original = {
  readonly bytes: number
  readonly lines: number
  chars(): Promise<number>
  range(from: number, to: number): Promise<Buffer>
}

/** Above this a blob is never read whole: its characters are then taken for single bytes. */
const WHOLE_MAX_BYTES = 64_000_000

export async function originalOf(shown: ShownBlock, content: Content, ctx: PassContext): Promise<Original> {
  if (!isStored(content) || !ctx.slice) {
    const text = await ctx.read(shown)
    const data = Buffer.from(text)
    return {
      bytes: data.length,
      lines: lineCount(data),
      chars: () => Promise.resolve(text.length),
      range: (from, to) => Promise.resolve(data.subarray(from, to)),
    }
  }
  const slice = ctx.slice.bind(ctx)
  const { bytes, lines } = content
  const text = async (): Promise<string> => ctx.read(shown)
  return {
    bytes,
    lines,
    chars: async () => (bytes > WHOLE_MAX_BYTES ? bytes : (await text()).length),
    async range(from, to) {
      const [start, end] = [Math.min(from, bytes), Math.min(to, bytes)]
      const part = Buffer.from(await slice(shown, start, end))
      // A reader that decodes on the way replaces half characters and shifts every byte: then only the whole text is true.
      return part.length === end - start ? part : Buffer.from(await text()).subarray(start, end)
    },
  }
}

export function keptBytes(shown: ShownBlock, content: Content): number {
  if (!shown.crop) return bytesOf(content)
  return sumOf(shown.crop.keep, ({ from, to }) => to - from)
}

export function shownBytes(shown: ShownBlock, content: Content): number {
  const { crop } = shown
  if (!crop) return bytesOf(content)
  const gaps = sumOf(crop.keep, (_, nth) => Buffer.byteLength(gapBefore(crop, nth)))
  return keptBytes(shown, content) + gaps + Buffer.byteLength(crop.note.text)
}
