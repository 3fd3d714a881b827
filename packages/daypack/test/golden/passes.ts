import { createHash } from 'node:crypto'
import type { Edit } from '../../src/model/edit.ts'
import { cutHead, cutHeadChars, cutTail, cutTailChars, type HeadCut } from '../../src/passes/cut/cut.ts'
import { budget } from '../../src/passes/budget.ts'
import { clear } from '../../src/passes/clear.ts'
import { collapse } from '../../src/passes/collapse.ts'
import { compact } from '../../src/passes/compact.ts'
import { fit } from '../../src/passes/fit.ts'
import { media } from '../../src/passes/media.ts'
import { middle, preview, saved, terse, truncated } from '../../src/passes/notices.ts'
import { offload } from '../../src/passes/offload.ts'
import { modelSummary } from '../../src/passes/model-summary.ts'
import type { Pass, PassContext, Summarize } from '../../src/passes/pass.ts'
import { matcher } from '../../src/passes/protect.ts'
import { snip } from '../../src/passes/snip.ts'
import { trim } from '../../src/passes/trim.ts'
import { openDesk, request, step, type Desk } from '../../../daypack-testing/src/desk.ts'
import { session, text } from './passes-session.ts'

type Try = { readonly pass: Pass; readonly when?: (desk: Desk) => Partial<PassContext> }

const MINUTE = 60_000
/** The window is filled to this share. */
const full = (share: number) => (desk: Desk) => ({
  budget: { ...desk.context().budget, window: 100_000, usable: 80_000, used: { tokens: 80_000 * share, bytes: 1_000 } },
})
const idle = (minutes: number, share: number) => (desk: Desk) => ({ ...full(share)(desk), idleMs: minutes * MINUTE })
const window =
  (usable: number, more: Partial<PassContext> = {}) =>
  (desk: Desk) => ({
    budget: { ...desk.context().budget, window: usable, usable, low: { tokens: usable / 2, bytes: 1e6 } },
    ...more,
  })

/** A model that says what it was asked, in short. */
const echo: Summarize = async ({ system, prompt, question, maxTokens }) =>
  `${system} ${question} ${maxTokens} ${prompt.length} ${createHash('sha256').update(prompt).digest('hex').slice(0, 12)}`
const worded = (minMessages: number) =>
  modelSummary(compact({ keepRecent: 4, narrative: false }), {
    system: 'Sum up.',
    question: 'What was done?',
    maxTokens: 300,
    show: (answered) => `Told: ${answered}`,
    reply: 'Understood.',
    minMessages,
  })

/** Each pass with numbers of its own, at and around what they say. */
const TRIES: readonly Try[] = [
  { pass: offload({ maxBytes: 3_000 }) },
  { pass: offload({ maxBytes: 1_500, tail: { bash: 0.5, read: 0.25 }, errorBytes: 300 }) },
  { pass: offload({ maxBytes: 3_000, readMax: 6_000, protectedMax: 9_000, protect: ['*.md', 'docs/**/*.txt'] }) },
  { pass: offload({ maxChars: 2_000, preview: { head: 400, tail: 100, lines: 5 }, notice: preview, groups: false }) },
  { pass: offload({ maxChars: 2_000, preview: { head: 400 }, notice: saved, wholeLines: false }) },
  { pass: offload({ maxBytes: 100_000, messageMaxBytes: 5_000, turnMaxBytes: 9_000, notice: terse }) },
  { pass: offload({ maxBytes: 3_000, exempt: ['bash', 'Grep'] }), when: () => ({ tide: 'none' }) },
  { pass: trim() },
  { pass: trim({ maxBytes: 1_000, recent: 4, slackBytes: 0, tail: { shell: 0.3 }, copies: true }) },
  { pass: trim({ maxBytes: 600, recent: 0, protectedMaxBytes: 2_000, exempt: ['read_file'], notice: truncated }) },
  { pass: budget(), when: full(0.49) },
  { pass: budget({ steps: [{ above: 0.5, maxChars: 3_000 }] }), when: full(0.5) },
  {
    pass: budget({
      steps: [
        { above: 0.3, maxChars: 3_000 },
        { above: 0.5, maxChars: 1_000 },
      ],
    }),
    when: full(0.5),
  },
  {
    pass: budget({
      steps: [
        { above: 0.3, maxChars: 3_000 },
        { above: 0.5, maxChars: 1_000 },
      ],
      noticeChars: 200,
      exempt: ['Read'],
      notice: middle((chars) => `${chars} gone`),
    }),
    when: full(0.51),
  },
  { pass: budget({ steps: [{ above: 0.5, maxChars: 2_000 }], reserveTokens: 60_000 }), when: full(0.45) },
  { pass: clear(), when: idle(4.9, 0.9) },
  { pass: clear(), when: idle(5, 0.49) },
  { pass: clear(), when: idle(5, 0.5) },
  {
    pass: clear({ keep: 0, exempt: ['Grep'], idleMs: 9 * MINUTE, above: 0.2, reserveTokens: 1_000 }),
    when: idle(9, 0.2),
  },
  { pass: snip() },
  { pass: snip({ keep: 0, searches: 1 }) },
  { pass: snip({ keep: 1, newestRead: true, identical: false, kinds: ['shell'] }) },
  { pass: snip({ keep: 0, searches: 0, exempt: ['Glob'], above: 0.5 }), when: full(0.5) },
  { pass: snip({ above: 0.5 }), when: full(0.49) },
  { pass: media({ keep: 2 }) },
  { pass: media({ keep: 0, maxBytes: 100 }) },
  { pass: media({ keep: 10, maxBytes: 299 }) },
  { pass: media({ keep: 0, maxBytes: 300 }), when: () => ({ tide: 'none' }) },
  { pass: collapse(), when: window(100_000, {}) },
  { pass: collapse({ keepTurns: 0, requestChars: 30, answerChars: 20 }), when: window(8_000) },
  { pass: collapse({ keepTurns: 2 }), when: window(2_000) },
  { pass: fit(), when: window(100_000) },
  { pass: fit(), when: window(16_000) },
  { pass: fit(), when: window(9_000) },
  { pass: fit(), when: window(9_000, { tide: 'none' }) },
  { pass: fit(), when: window(4_000) },
  { pass: compact({ keepRecent: 4 }), when: window(16_000) },
  { pass: compact({ keepRecent: 40 }), when: window(16_000) },
  { pass: worded(0), when: window(4_000) },
  { pass: worded(0), when: window(9_000, { summarize: echo }) },
  { pass: worded(0), when: window(2_001, { summarize: echo, instruction: 'Keep the names.' }) },
  { pass: worded(41), when: window(9_000, { summarize: echo }) },
  { pass: worded(42), when: window(9_000, { summarize: echo }) },
  { pass: compact(), when: window(4_000) },
  { pass: compact(), when: window(60_000) },
  { pass: compact(), when: window(200_000) },
  { pass: compact(), when: window(60_000, { asked: true }) },
  { pass: compact({ keepRecent: 4 }), when: window(60_000, { asked: true }) },
  { pass: compact({ readChars: 200, resultChars: 100 }), when: window(60_000) },
  {
    pass: compact({ readChars: 200, resultChars: 9_000, tail: { maxTokens: 9_000, share: 0.5 } }),
    when: window(60_000),
  },
  {
    pass: compact({ tail: { share: 0.2, minTokens: 0, maxTokens: 3_000, minMessages: 1, minTurns: 1 } }),
    when: window(16_000),
  },
]

/** What every pass proposes on one session, edit by edit: a moved byte or a changed word is a line of a diff. */
export async function proposals(): Promise<string> {
  wordings.clear()
  const parts: string[] = []
  for (const [index, { pass, when }] of TRIES.entries()) {
    const desk = await session()
    const { why, edits } = await pass.propose(desk.view, desk.context(when?.(desk)))
    // Words of a hand-over are held elsewhere.
    const isTold =
      (pass.name === 'compact' && !edits.some((edit) => edit.op === 'fold' && edit.summary.reply)) ||
      (pass.name === 'fit' && edits.some((edit) => edit.op === 'fold'))
    parts.push(
      [`## ${index + 1}. ${pass.name}: ${why}`, ...edits.map((edit) => `- ${lineOf(edit, isTold)}`)].join('\n'),
    )
  }
  return `${parts.join('\n\n')}\n\n${cuts()}\n\n${globs()}\n\n${await odd()}\n`
}

/** Short texts cut at every length: where the head ends, and where the tail begins, by bytes and by characters. */
function cuts(): string {
  const texts = [
    '',
    'a',
    'ab',
    '\n',
    'a\n',
    '\na',
    'ab\ncd',
    'ab\ncd\n',
    'a\nbcdefgh',
    'abcdefgh\ni',
    'ab\n\ncd',
    'é\nü',
    'a😀\n😀b',
    'e\u0301x\ny',
    '👩‍👧\nz',
  ]
  const head = ({ to, line, column }: HeadCut) => `${to}@${line}${column === undefined ? '' : `:${column}`}`
  return [
    '## Cuts',
    ...texts.map((each) => {
      const data = Buffer.from(each)
      const limits = Array.from({ length: data.length + 2 }, (_, at) => at)
      const by = (cut: (limit: number) => number | string) => limits.map(cut).join(' ')
      return `- ${JSON.stringify(each)}: ${by((n) => head(cutHead(data, n)))} | ${by((n) => cutTail(data, n))} | ${by((n) => head(cutHeadChars(data, n)))} | ${by((n) => cutTailChars(data, n))}`
    }),
  ].join('\n')
}

function globs(): string {
  const paths = ['a.md', 'docs/a.md', '/docs/deep/a.md', 'a.mdx', 'A.MD', 'a.md/b', 'docs/ab.md', 'x+y.md']
  const all = ['*.md', '?.md', 'docs/*.md', 'docs/**/*.md', '**/a.md', './docs/*', '/docs/**', 'x+y.*', '[a].md']
  return ['## Globs', ...all.map((glob) => `- ${glob}: ${paths.filter(matcher([glob])).join(', ')}`)].join('\n')
}

/** Calls with odd inputs, and a hand-over that holds the latest request. */
async function odd(): Promise<string> {
  const desk = openDesk({ inlineMaxBytes: 2_500 })
  await desk.say(request('Begin.'))
  const inputs = [
    null,
    'text',
    7,
    ['command'],
    { command: '' },
    { command: 7, query: 'q' },
    { description: 'd', url: 'u' },
  ]
  for (const [at, input] of inputs.entries())
    await desk.say(...step({ tool: `tool-${at}`, input, output: text(1_200, 'odd'), callId: `odd-${at}` }))
  await desk.say(request(`The latest wish ${'of many words '.repeat(60)}`))
  for (let at = 0; at < 6; at++)
    await desk.say(
      ...step({ tool: 'bash', input: { command: `run ${at}` }, output: text(2_000, 'run'), callId: `run-${at}` }),
    )
  const told = await clear({ keep: 0 }).propose(desk.view, desk.context(idle(9, 0.9)(desk)))
  await desk.run([collapse({ keepTurns: 0 }), compact({ keepRecent: 4 })], { isForced: true })
  const lines = [...told.edits.map((edit) => lineOf(edit, false))]
  for (const usable of [3_000, 2_000, 1_200, 700]) {
    const { why, edits } = await fit().propose(desk.view, desk.context(window(usable)(desk)))
    lines.push(`${usable}: ${why}`, ...edits.map((edit) => `  ${lineOf(edit, true)}`))
  }
  return ['## Odd calls, and little room', ...lines.map((line) => `- ${line}`)].join('\n')
}

function lineOf(edit: Edit, isTold: boolean): string {
  if (edit.op === 'revert') return `revert ${edit.seq}`
  if (edit.op === 'fold') return `fold ${edit.from}–${edit.to}${isTold ? '' : `: ${told(edit.summary.text)}`}`
  const { keep, note, block } = edit
  const spans = keep.map(({ from, to }) => `${from}–${to}`).join(', ')
  const around = [note.before, note.between].map((text) => (text === undefined ? '' : ` ${told(text)}`)).join('')
  return `crop ${block} [${spans}]${around}: ${told(note.text)}`
}

function told(text: string): string {
  const plain = text.replaceAll(/\b([0-9a-f]{12})[0-9a-f]{52}\b/g, '$1…')
  const rest = text.length > 400 ? ` … ${createHash('sha256').update(text).digest('hex').slice(0, 12)}` : ''
  return wordingOf(plain.slice(0, 400)) + rest
}

/** Wordings that were shown, with what they are called. */
const wordings = new Map<string, string>()
const OWN = /tool_result\/[^\s`]+|[\w/-]+\.(?:md|ts|txt|json|log)\b|\d+(?:\.\d+)?/g

/** A wording in full where it comes first; after that what it is called, with the names and numbers in it. */
function wordingOf(text: string): string {
  if (text.length < 60) return JSON.stringify(text)
  const form = text.replaceAll(OWN, '#')
  const known = wordings.get(form)
  if (known !== undefined) return `${known}: ${text.match(OWN)?.join(' ') ?? ''}`
  wordings.set(form, `W${wordings.size + 1}`)
  return `W${wordings.size} = ${JSON.stringify(text)}`
}
