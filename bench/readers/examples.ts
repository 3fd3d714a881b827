// Three hand-overs as a reader sees them, written into docs/handover.md:
//   node --conditions=daypack-source bench/readers/examples.ts
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { data } from '../data.ts'
import { readPoints } from './formats.ts'
import { writeViews } from './views.ts'

const EXAMPLES = [
  { point: 'entire-cli-08940314', strategy: 'daypack-32k', title: 'Coding (entireio/cli, MIT), a window of 32k' },
  {
    point: 'deer-flow-1f0f93a3',
    strategy: 'daypack-32k',
    title: 'Research (bytedance/deer-flow, MIT), a window of 32k',
  },
  {
    point: 'tau-bench-even',
    strategy: 'daypack-64k',
    title: 'Support (sierra-research/tau-bench, MIT), a window of 64k',
  },
] as const
/** Lines of each section that are shown from its start and from its end, and characters of a line. */
const SHOWN: Readonly<Record<string, readonly [number, number]>> = { story: [8, 12], files: [7, 0], records: [3, 0] }
const OTHERS: readonly [number, number] = [3, 0]
const LATEST: readonly [number, number] = [4, 4]
const LINE = 230
const LEFT_OUT = '[…]'
const page = path.join(import.meta.dirname, '../../docs/handover.md')
const marks = ['<!-- examples: bench/readers/examples.ts -->', '<!-- end of examples -->'] as const

const out = mkdtempSync(path.join(tmpdir(), 'daypack-examples-'))
try {
  const parts: string[] = []
  for (const { point, strategy, title } of EXAMPLES) {
    const points = readPoints().filter(({ id }) => id === point)
    await writeViews({ data, points, strategies: [strategy], out, say: console.error })
    parts.push(
      `${title}:\n\n\`\`\`text\n${shortened(readFileSync(path.join(out, `${point}.${strategy}.txt`), 'utf8'))}\n\`\`\``,
    )
  }
  const text = readFileSync(page, 'utf8')
  const [from, to] = [text.indexOf(marks[0]) + marks[0].length, text.indexOf(marks[1])]
  if (from < marks[0].length || to < from)
    throw new Error(`docs/handover.md has no place for examples: ${marks.join(' … ')}`)
  writeFileSync(page, `${text.slice(0, from)}\n\n${parts.join('\n\n')}\n\n${text.slice(to)}`)
} finally {
  rmSync(out, { recursive: true })
}

/** The hand-over of a view, each section by some of its lines. */
function shortened(view: string): string {
  const start = view.indexOf('[Hand-over: ')
  const end = view.indexOf('\n━━━━ ', start)
  const sections = view
    .slice(start, end < 0 ? undefined : end)
    .split(
      /\n(?=# (?:Standing|Note|The story|Files in work|Other code|Other files|Records as|Names seen|Where the|The last steps|Latest request))/,
    )
  return sections.map((section) => sectionOf(section.trimEnd())).join('\n\n')
}

function sectionOf(section: string): string {
  const [heading = '', ...lines] = section.split('\n')
  const kind = heading.startsWith('# The story')
    ? 'story'
    : heading.startsWith('# Files')
      ? 'files'
      : heading.startsWith('# Records')
        ? 'records'
        : ''
  const [first, last] = heading.startsWith('# Latest') ? LATEST : (SHOWN[kind] ?? OTHERS)
  const kept =
    lines.length <= first + last + 1 ? lines : [...lines.slice(0, first), LEFT_OUT, ...lines.slice(lines.length - last)]
  return [heading, ...kept.map((line) => (line.length <= LINE ? line : `${line.slice(0, LINE)} ${LEFT_OUT}`))]
    .join('\n')
    .replaceAll('```', "'''")
}
