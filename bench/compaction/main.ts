// What survives a compaction: node bench/compaction/main.ts [--examples <file>]
import { writeFileSync } from 'node:fs'
import { gather, type Evidence } from '../../packages/daypack/src/handover/read/evidence.ts'
import { renderExtractive } from '../../packages/daypack/src/handover/fit/extractive.ts'
import { identifiers } from '../../packages/daypack/src/handover/text/identifiers.ts'
import { data } from './data.ts'
import { editLines, rebuilt } from './edit-lines.ts'
import { plainIdentifiers, points, recall, type Find, type Point } from './identifier-recall.ts'
import { sessionsIn } from './sessions.ts'

const sessions = sessionsIn(`${data}/trajectories/entire-cli`).filter((session) => session.points.length > 0)
const known = new Map<string, Evidence>()

const STRATEGIES: readonly { name: string; write: (point: Point) => string }[] = [
  { name: 'real summary', write: (point) => point.summary },
  {
    name: 'extractive, all sections, same bytes',
    write: (point) => renderExtractive(evidence(point), { maxBytes: bytes(point.summary) }),
  },
]

const definitions: readonly [string, Find][] = [
  ['identifiers.ts', identifiers],
  ['plain patterns', plainIdentifiers],
]
for (const [name, find] of definitions) {
  const all = points(sessions, find)
  const needed = all.reduce((sum, point) => sum + point.needed.size, 0)
  console.log(`\nIdentifiers used in the next 60 messages, by ${name} (${all.length} compactions, ${needed} names)`)
  for (const { name: strategy, write } of STRATEGIES) {
    const { together, mean } = recall(all, write)
    console.log(`${strategy.padEnd(52)} ${together.toFixed(1)} %   mean of points ${mean.toFixed(1)} %`)
  }
}

console.log('\nLines quoted in the edits of the next 60 messages, known before and not shown again in between')
for (const [strategy, write] of [
  ['real summary', (point: Point) => Promise.resolve(point.summary)],
  [
    'extractive, all sections, same bytes',
    (point: Point) => Promise.resolve(renderExtractive(evidence(point), { maxBytes: bytes(point.summary) })),
  ],
  ['the view compact() rebuilds, 64k window', (point: Point) => rebuilt(point, 64_000)],
  ['the view compact() rebuilds, 200k window', (point: Point) => rebuilt(point, 200_000)],
] as const) {
  const { share, tokens } = await editLines(points(sessions), write)
  console.log(`${strategy.padEnd(52)} ${share.toFixed(1)} %   ${tokens} tokens on average`)
}

const target = process.argv.indexOf('--examples')
if (target > 0) writeFileSync(process.argv[target + 1] ?? 'compaction-examples.md', examples(points(sessions)))

function evidence(point: Point): Evidence {
  const key = `${point.session.name} ${point.at}`
  const found = known.get(key) ?? gather(point.history)
  known.set(key, found)
  return found
}

function examples(all: readonly Point[]): string {
  const picked = [2, 7, 14].flatMap((index) => all[index] ?? [])
  const parts = picked.map((point) => {
    const { together } = recall([point], (one) => renderExtractive(evidence(one), { maxBytes: bytes(one.summary) }))
    const real = recall([point], (one) => one.summary)
    return [
      `## Session ${point.session.name}, after ${point.at} messages`,
      `The real summary had ${bytes(point.summary)} bytes and held ${real.together.toFixed(0)} % of the identifiers the agent used next; this one has the same size and holds ${together.toFixed(0)} %.`,
      '````markdown',
      renderExtractive(evidence(point), { maxBytes: bytes(point.summary) }),
      '````',
    ].join('\n\n')
  })
  return `# Three hand-over documents\n\nWritten by \`extractive()\` without a model, at real compactions of sessions from entireio/cli (MIT). Printed by \`node bench/compaction/main.ts --examples compaction-examples.md\`.\n\n${parts.join('\n\n')}\n`
}

function bytes(text: string): number {
  return Buffer.byteLength(text)
}
