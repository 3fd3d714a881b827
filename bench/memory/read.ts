// What a reader makes of the page: whether a question about what holds now is answered right from MEMORY.md alone, with the day each
// line was said last. Questions (read/questions.json in the history) were written by somebody who saw the dialogues, answers are given by somebody
// who sees one page of each person, and marked by somebody who sees neither page nor dialogue.
// Run: node --conditions=daypack-source bench/memory/read.ts pages FOLDER    a page with its questions for each dialogue
//      node --conditions=daypack-source bench/memory/read.ts score FILE…     marks as a table: { "id#1": "right" }
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { lastDay } from '../../packages/daypack/src/memory/notes/last-day.ts'
import { fromHistory } from '../history.ts'
import { dialoguesIn } from './dialogues.ts'
import { notedOf } from './noted.ts'

type Question = { readonly n: number; readonly kind: 'change' | 'keep'; readonly q: string }
const MARKS = ['right', 'half', 'stale', 'wrong', 'none'] as const
type Mark = (typeof MARKS)[number]

const questions = JSON.parse(fromHistory('memory/read/questions.json')) as Readonly<Record<string, readonly Question[]>>

async function pages(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const dialogue of ['eighth', 'ninth'].flatMap(dialoguesIn)) {
    const { memory } = await notedOf(dialogue)
    const live = memory.filter(({ struck }) => !struck)
    const lines = live.flatMap(({ section, source, text }, at) => {
      const heading = section.at(-1) === live[at - 1]?.section.at(-1) ? [] : [`\n## ${section.at(-1) ?? ''}`]
      return [...heading, `- (${lastDay(source)}) ${text}`]
    })
    const asked = (questions[dialogue.id] ?? []).map(({ n, q }) => `${n}. ${q}`)
    writeFileSync(join(folder, `${dialogue.id}.md`), [...lines, '\n# Questions\n', ...asked, ''].join('\n'))
  }
}

function score(file: string): void {
  const marks = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, Mark>>
  for (const kind of ['change', 'keep'] as const) {
    const ids = Object.entries(questions).flatMap(([id, all]) =>
      all.flatMap((each) => (each.kind === kind ? `${id}#${each.n}` : [])),
    )
    const shares = MARKS.map(
      (mark) => `${((100 * ids.filter((id) => marks[id] === mark).length) / ids.length).toFixed(1)} %`,
    )
    console.log(
      `| ${basename(file).replace(/\.json(?:\.br)?$/, '')} | ${kind} | ${ids.length} | ${shares.join(' | ')} |`,
    )
  }
}

const [what, ...rest] = process.argv.slice(2)
if (what === 'pages' && rest[0] !== undefined) await pages(rest[0])
else if (what === 'score' && rest.length > 0) {
  console.log(`| page | asked about | questions | ${MARKS.join(' | ')} |\n| --- | --- |${' ---: |'.repeat(6)}`)
  rest.forEach(score)
} else throw new Error('Say `pages FOLDER` or `score FILE…`.')
