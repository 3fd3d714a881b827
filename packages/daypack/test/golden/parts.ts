import { readerNamed } from '../../src/tools/reader.ts'
import { TOOLS } from '../../src/tools/table.ts'
import type { Edit } from '../../src/model/edit.ts'
import { windowWithoutReserve, utilisation } from '../../src/passes/budget.ts'
import { clear } from '../../src/passes/clear.ts'
import { UNSAVED_MAX_BYTES } from '../../src/passes/crop.ts'
import { boundaryAfter, boundaryBefore } from '../../src/passes/cut/boundary.ts'
import { errorLines } from '../../src/passes/cut/cut.ts'
import { byteAt, lineStart, placeOf } from '../../src/passes/cut/lines.ts'
import { firstWords, kilobytes, mediaName } from '../../src/passes/describe.ts'
import { tailShare } from '../../src/passes/exempt.ts'
import { fit } from '../../src/passes/fit.ts'
import { levelFor } from '../../src/passes/level.ts'
import { media } from '../../src/passes/media.ts'
import { middle, preview, resumeCall, saved, terse, truncated, type NoticeFacts } from '../../src/passes/notices.ts'
import { offload } from '../../src/passes/offload.ts'
import type { PassContext } from '../../src/passes/pass.ts'
import { snip } from '../../src/passes/snip.ts'
import { splitTail } from '../../src/passes/split.ts'
import { recentFrom, trim } from '../../src/passes/trim.ts'
import { answer, openDesk, request, step } from '../../../daypack-testing/src/desk.ts'
import { randomFrom } from '../crash/random.ts'
import { digestOf } from './digest.ts'
import { passOf, session } from './parts-drawn.ts'

/** The small parts of passes at their limits; and drawn sessions, on which every pass proposes with drawn numbers. */
export async function parts(): Promise<string> {
  return `${[small(), notices(), await unsaved(), await drawn()].join('\n\n')}\n`
}

function small(): string {
  const data = Buffer.from('ab\r\ncé\n\n日e\u0301👩‍👧x\n')
  const each = <T>(work: (at: number) => T) => Array.from({ length: data.length + 1 }, (_, at) => work(at))
  const errors = (lengths: readonly number[], budgetBytes: number) => {
    const text = lengths.map((length) => `${'error '.padEnd(length - 1, '.')}\n`).join('fine\n')
    return errorLines(Buffer.from(text), 0, text.length, budgetBytes).map(({ from, to }) => to - from)
  }
  const glued = Buffer.from('ok\nerror a\nerror b\nok\nerror c\n')
  const room = (used: number, window = 1_000, usable = 800) =>
    ({ used: { tokens: used, bytes: 0 }, window, usable }) as PassContext['budget']
  return [
    '## Small parts',
    `- before ${each((at) => boundaryBefore(data, at)).join(' ')}`,
    `- after ${each((at) => boundaryAfter(data, at)).join(' ')}`,
    `- places ${each((at) => Object.values(placeOf(data, at)).join(':')).join(' ')}`,
    `- lines ${[0, 1, 2, 3, 4, 5, 9].map((line) => lineStart(data, line)).join(' ')}`,
    `- bytes ${[1, 2, 3, 4].flatMap((line) => [1, 2, 3, 4, 9].map((column) => byteAt(data, { line, column }))).join(' ')} ${byteAt(data, { line: 2 })}`,
    `- errors ${JSON.stringify([errors([399, 400, 401], 2_000), errors([100, 100, 100], 200), errors([100, 100, 100], 199), errors([50, 300], 300), errors([], 9), errors([9], 0)])}`,
    `- glued ${JSON.stringify([errorLines(glued, 0, glued.length, 99), errorLines(glued, 11, glued.length - 8, 99), errorLines(glued, 0, 1, 99)])}`,
    `- levels ${JSON.stringify(
      [
        [[], 5],
        [[5, 5], 10],
        [[5, 5], 9],
        [[1, 9, 9], 10],
        [[1, 9, 9], 0],
        [[3, 3, 3], 8],
        [[10], 10],
        [[10], 9],
        [[2, 8, 4], 11],
      ].map(([sizes, most]) => levelFor(sizes as number[], most as number)),
    )}`,
    `- shares ${[0.5, -1, 2].map((share) => tailShare({ bash: share, shell: 0.25 }, 'bash', 'shell')).join(' ')} ${tailShare({ shell: 0.25 }, 'bash', 'shell')} ${tailShare({}, 'bash', 'shell')}`,
    `- rooms ${[utilisation(room(400)), utilisation(room(400), 100), utilisation(room(400), 900), utilisation(room(400, 0, 0)), utilisation(room(1), 0), windowWithoutReserve(1_000, 250), windowWithoutReserve(1_000, 249), windowWithoutReserve(1_000, 251)].join(' ')}`,
    `- words ${JSON.stringify([firstWords(' a  b\nc ', 5), firstWords('abcdef', 5), firstWords('abcde', 5), firstWords('abcd😀', 5), kilobytes(1_023), kilobytes(1_024), kilobytes(1_075), kilobytes(1_076)])}`,
    `- media ${JSON.stringify([{ width: 1, height: 2 }, { width: 1 }, { height: 2 }, {}].map((size) => mediaName({ type: 'media', mediaType: 'image/png', content: { text: '' }, ...size } as never)))} ${mediaName({ type: 'media', mediaType: '', content: { text: '' } } as never)}`,
  ].join('\n')
}

function notices(): string {
  const facts: NoticeFacts = {
    tool: 'bash',
    path: 'tool_result/x.txt',
    isFile: false,
    totalLines: 90,
    totalBytes: 1_536,
    totalChars: 1_500,
    startLine: 3,
    head: { to: 500, line: 9 },
    keptBytes: 700,
    keptChars: 650,
    tailBytes: 200,
    hasErrors: true,
    reader: readerNamed('read_file', TOOLS),
  }
  const { path: _, ...lost } = facts
  const cases: NoticeFacts[] = [
    facts,
    { ...facts, tailBytes: 0 },
    { ...facts, tailBytes: 0, hasErrors: false },
    { ...facts, tailBytes: 0, limitBytes: 777 },
    { ...facts, isFile: true },
    { ...facts, isFile: true, isWholeFile: true },
    { ...facts, isWholeFile: true },
    { ...facts, head: { to: 500, line: 9, column: 4 } },
    lost,
    { ...lost, head: { to: 500, line: 9, column: 4 } },
    { ...facts, reader: readerNamed('Read', TOOLS) },
  ]
  const all = { truncated, terse, saved, preview, middle: middle((chars) => `${chars} gone`) }
  return [
    '## Notices',
    ...Object.entries(all).flatMap(([name, notice]) =>
      cases.map((each) => `- ${name}: ${JSON.stringify(notice(each))}`),
    ),
    `- ${cases.map(resumeCall).join('; ')}`,
  ].join('\n')
}

/** What is kept of results that cannot be saved anywhere. */
async function unsaved(): Promise<string> {
  const rows: string[] = []
  const passes = [
    offload({ maxBytes: 1_000 }),
    offload({ maxBytes: 1_000, tail: {} }),
    offload({ maxChars: 1_000 }),
    trim({ recent: 0 }),
    clear({ keep: 0, above: 0, idleMs: 0 }),
    snip({ keep: 0, searches: 0, kinds: ['shell'] }),
    media({ keep: 0 }),
    fit(),
  ]
  for (const more of [-1, 0, 1, 50_000]) {
    for (const [index, pass] of passes.entries()) {
      const desk = openDesk({ readOnly: true, window: 10_000 })
      const output = 'a line of words é\n'.repeat(20_000).slice(0, UNSAVED_MAX_BYTES + more - 20_000)
      const bytes = Buffer.byteLength(output)
      await desk.say(
        request('Go.'),
        ...step({
          tool: 'bash',
          input: { command: 'ls' },
          output: output + 'x'.repeat(UNSAVED_MAX_BYTES + more - bytes),
          callId: 'c',
        }),
      )
      await desk.say(
        { role: 'user', blocks: [{ type: 'media', mediaType: 'image/png', content: { text: 'A'.repeat(400) } }] },
        request('And?'),
        answer('So.'),
        request('Now?'),
      )
      const proposed = await Promise.resolve(pass.propose(desk.view, desk.context())).catch(String)
      rows.push(
        `- ${UNSAVED_MAX_BYTES + more}, ${index + 1}. ${pass.name}: ${typeof proposed === 'string' ? proposed : told(proposed.why, proposed.edits)}`,
      )
    }
  }
  const desk = openDesk({ readOnly: true })
  const numbered = Array.from({ length: 20_000 }, (_, at) => `${String(at + 100).padStart(6)}\ta line of it`).join('\n')
  await desk.say(request('Go.'), ...step({ tool: 'bash', input: {}, output: numbered, callId: 'c' }), request('And?'))
  const { edits } = await offload({ maxBytes: 1_000 }).propose(desk.view, desk.context())
  rows.push(`- numbered lines: ${JSON.stringify(edits)}`)
  return ['## Where nothing can be saved', ...rows].join('\n')
}

function told(why: string, edits: readonly Edit[], isWhole = true): string {
  const shown = edits.map((edit) =>
    edit.op === 'crop'
      ? `${edit.block}[${edit.keep.map(({ from, to }) => `${from}–${to}`).join()}]`
      : edit.op === 'fold'
        ? `fold ${edit.from}–${edit.to}`
        : edit.op,
  )
  return `${why}: ${shown.join(' ')}${isWhole ? ` ${digestOf(edits)}` : ''}`
}

/** Every pass on drawn sessions, with drawn numbers, at drawn moments. */
async function drawn(): Promise<string> {
  const rows: string[] = []
  for (let seed = 1; seed <= 30; seed++) {
    const random = randomFrom(seed)
    const desk = await session(random)
    const { items, size } = desk.view
    const tails = [100, 500, 2_000].flatMap((limit) =>
      [{}, { keepRecent: 3 }, { tail: { minMessages: 5, minTurns: 2 } }].map((options) =>
        splitTail(items, limit, options, (item) => item.size.tokens),
      ),
    )
    rows.push(
      `### ${seed}: ${items.length} items, ${size.tokens} tokens; tails ${tails.join(' ')}; recent ${[0, 1, 2, 9].map((recent) => recentFrom(items, recent)).join(' ')}`,
    )
    for (let tried = 0; tried < 12; tried++) {
      const pass = passOf(random)
      const usable = random.pick([size.tokens * 2, size.tokens, size.tokens - 1, Math.floor(size.tokens / 2), 1_500])
      const base = desk.context()
      const changes: Partial<PassContext> = {
        budget: {
          ...base.budget,
          window: usable,
          usable,
          low: { tokens: Math.floor(usable / 2), bytes: 1e6 },
          maxBytes: random.pick([1e6, 3_000]),
        },
        tide: random.pick(['pressure', 'none', 'cold']),
        timing: random.pick(['tide', 'eager']),
        fresh: random.pick([base.fresh, 0, desk.view.head]),
        asked: random.chance(0.3),
        idleMs: base.idleMs,
        ...(random.chance(0.2) && { reasoning: { binds: true, requires: true } }),
      }
      const { why, edits } = await pass.propose(desk.view, desk.context(changes))
      const leaves = [1_000, 3_001, 50_000].map((bytes) => Number(pass.leaves?.(bytes, usable) ?? 2)).join('')
      rows.push(
        `- ${pass.name} in ${usable} ${leaves}: ${told(why, edits, !edits.some((edit) => edit.op === 'fold' && pass.name !== 'collapse'))}`,
      )
    }
  }
  return ['## Drawn', ...rows].join('\n')
}
