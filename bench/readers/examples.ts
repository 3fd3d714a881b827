// A hand-over as a reader sees it, written into docs/handover.md:
//   node --conditions=daypack-source bench/readers/examples.ts
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { data } from '../data.ts'
import { readPoints } from './formats.ts'
import { writeViews } from './views.ts'

const [POINT, STRATEGY, TITLE] = ['entire-cli-08940314', 'daypack-32k', 'Coding (entireio/cli, MIT), a window of 32k']
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
  const points = readPoints().filter(({ id }) => id === POINT)
  await writeViews({ data, points, strategies: [STRATEGY], out, say: console.error })
  const shown = shortened(readFileSync(path.join(out, `${POINT}.${STRATEGY}.txt`), 'utf8'))
  const text = readFileSync(page, 'utf8')
  const [from, to] = [text.indexOf(marks[0]) + marks[0].length, text.indexOf(marks[1])]
  if (from < marks[0].length || to < from)
    throw new Error(`docs/handover.md has no place for examples: ${marks.join(' … ')}`)
  writeFileSync(page, `${text.slice(0, from)}\n\n${TITLE}:\n\n\`\`\`text\n${shown}\n\`\`\`\n\n${text.slice(to)}`)
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
