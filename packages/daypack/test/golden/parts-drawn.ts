import type { Message } from '../../src/model/message.ts'
import { budget } from '../../src/passes/budget.ts'
import { clear } from '../../src/passes/clear.ts'
import { collapse } from '../../src/passes/collapse.ts'
import { compact } from '../../src/passes/compact.ts'
import { fit } from '../../src/passes/fit.ts'
import { media } from '../../src/passes/media.ts'
import { preview, saved, terse } from '../../src/passes/notices.ts'
import { offload } from '../../src/passes/offload.ts'
import type { Pass } from '../../src/passes/pass.ts'
import { snip } from '../../src/passes/snip.ts'
import { trim } from '../../src/passes/trim.ts'
import { whenAsked } from '../../src/passes/when-asked.ts'
import { answer, openDesk, request, step, type Desk, type Step } from '../../../daypack-testing/src/desk.ts'
import type { Random } from '../crash/random.ts'

const TOOLS = ['bash', 'Read', 'Grep', 'Glob', 'Edit', 'web_fetch', 'mcp__files__read_file', 'recall', '']
const PATHS = ['src/a.ts', './src/a.ts', 'docs/b.md', 'c.json']
const SIZES = [0, 1, 150, 199, 200, 201, 999, 1_000, 1_001, 1_100, 2_999, 3_000, 3_001, 6_000, 9_001, 30_000]

/** A session of any tools, files and sizes; now and then something of it is already left out. */
export async function session(random: Random): Promise<Desk> {
  const desk = openDesk({ inlineMaxBytes: 2_500, idleMs: random.pick([0, 299_999, 300_000, 900_000]) })
  let calls = 0
  const made = (): Step => {
    const [tool, size] = [random.pick(TOOLS), random.pick(SIZES)]
    const words = random.pick(['a line of it\n', 'é wörds\n', 'Error: it failed\n', '日本語の行\n', 'x'])
    const file_path = random.pick(PATHS)
    const input = random.pick([
      { file_path },
      { file_path, offset: 5, limit: 10 },
      { file_path, offset: 1, limit: 20 },
      { command: 'run it' },
      { pattern: 'p' },
      {},
    ])
    const output = words.repeat(Math.ceil(size / words.length)).slice(0, size)
    return { tool, input, output, callId: `call-${++calls}`, ...(random.chance(0.1) && { isError: true }) }
  }
  const picture = (): Message => ({
    role: 'user',
    blocks: [
      {
        type: 'media',
        mediaType: random.pick(['image/png', '']),
        content: { text: random.pick(['QUJD'.repeat(100), 'https://x.example/a.png', 'data:abc']) },
      },
      { type: 'text', text: 'Look.' },
    ],
  })
  for (let turn = 0; turn < 7; turn++) {
    await desk.say(random.chance(0.2) ? picture() : request(`Wish ${turn} ${'of words '.repeat(random.below(60))}`))
    if (random.chance(0.2)) desk.mark('pin', { seq: desk.view.head })
    for (let at = random.below(4); at > 0; at--)
      await desk.say(...step(...Array.from({ length: 1 + random.below(3) }, made)))
    if (random.chance(0.7)) await desk.say(answer(`Answer ${turn} ${'of words '.repeat(random.below(60))}`))
    if (random.chance(0.2)) await desk.run([offload({ maxBytes: 2_000 })], { isForced: true })
    if (turn === 4 && random.chance(0.4)) await desk.run([collapse({ keepTurns: 1 })], { isForced: true })
  }
  return desk
}

/** Any pass, with any of its numbers. */
export function passOf(random: Random): Pass {
  const pick = <T>(...list: (T | undefined)[]): T | undefined => random.pick(list)
  const given = (options: object) =>
    Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
  const exempt = pick(['bash'], ['READ_FILE'])
  const size = () => random.pick(SIZES.slice(6))
  switch (random.below(10)) {
    case 0:
    case 1: {
      const limit = random.chance(0.6) ? { maxBytes: size() } : { maxChars: size() }
      return offload({
        ...limit,
        ...given({
          exempt,
          preview: pick({ head: 200 }, { head: 300, tail: 50, lines: 4 }),
          readMax: pick(3_000, 9_000),
          errorBytes: pick(0, 400),
          wholeLines: pick(true, false),
          messageMaxBytes: pick(3_000, 7_000),
          turnMaxBytes: pick(4_000, 9_000),
          groups: pick<false>(false),
          notice: pick(terse, preview, saved),
          protectedMax: pick(2_000, 5_000),
        }),
      })
    }
    case 2:
      return trim({
        maxBytes: size(),
        ...given({
          recent: pick(0, 1, 5),
          slackBytes: pick(0, 1),
          tail: pick({ shell: 0.5 }),
          copies: pick(true, false),
          exempt,
          protectedMaxBytes: pick(1_000),
        }),
      })
    case 3:
      return budget({
        ...given({
          steps: pick(
            [{ above: 0.1, maxChars: size() }],
            [
              { above: 0.1, maxChars: 3_000 },
              { above: 0.2, maxChars: 1_000 },
            ],
          ),
          noticeChars: pick(0, 200),
          reserveTokens: pick(10_000),
          exempt,
        }),
      })
    case 4:
      return clear({
        ...given({
          keep: pick(0, 1, 6),
          above: pick(0, 0.1),
          idleMs: pick(0, 300_001),
          exempt,
          reserveTokens: pick(10_000),
        }),
      })
    case 5:
      return snip({
        ...given({
          keep: pick(0, 1),
          searches: pick(0, 1),
          newestRead: pick(true),
          identical: pick(false),
          above: pick(0.1),
          exempt,
          kinds: pick(['shell'], ['search', 'read']),
        }),
      })
    case 6:
      return media({ ...given({ keep: pick(0, 1, 2), maxBytes: pick(0, 299, 300) }) })
    case 7:
      return collapse({
        ...given({ keepTurns: pick(0, 2, 3), requestChars: pick(20, 100), answerChars: pick(10, 50) }),
      })
    case 8:
      return fit()
    default:
      return random.chance(0.2)
        ? whenAsked(compact())
        : compact({
            narrative: false,
            ...given({
              keepRecent: pick(1, 3, 8),
              resultChars: pick(500),
              readChars: pick(900),
              tail: pick({ minTurns: 2 }, { share: 0.2, minMessages: 4 }),
            }),
          })
  }
}
