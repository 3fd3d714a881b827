// What the table of related words is worth on questions nobody tuned on: 109 questions in five languages (paraphrases/),
// each in other words than the note that answers it, over users' lines of bench/memory, as they were then, in one notebook per language.
// Run: node --conditions=daypack-source bench/retrieval/paraphrases.ts [--half a|b] [--show]
import { createHash } from 'node:crypto'
import { createSearcher, memoryIndexStore, type SearcherOptions } from 'daypack/memory'
import { dayOf } from '../../packages/daypack/src/model/day.ts'
import { fromHistory } from '../history.ts'
import { markdown } from './table.ts'

const DAY = 86_400_000
const START = Date.UTC(2026, 0, 1)

export type Asked = { readonly language: string; readonly text: string; readonly gold: readonly (readonly string[])[] }

/** `language`, question, and what the line that answers holds: parts joined by `+`, alternatives by `|`. */
export function asked(): Asked[] {
  return read('questions.txt').map((line) => {
    const [language = '', text = '', gold = ''] = line.split('\t')
    return { language, text, gold: gold.split(' | ').map((one) => one.split(' + ')) }
  })
}

/** A note for each day of each dialogue, with what the user said, as a list: `language`, day, line. */
export function notebook(language: string): { path: string; text: string }[] {
  const lines = read('notes.txt').map((line) => line.split('\t'))
  const days = Map.groupBy(
    lines.filter(([of]) => of === language),
    ([, nth]) => Number(nth),
  )
  return [...days].map(([nth, said]) => {
    const day = dayOf(START + nth * DAY, 'UTC')
    return { path: `memory/${day}.md`, text: `# ${day}\n\n${said.map(([, , text]) => `- ${text}`).join('\n')}\n` }
  })
}

function read(name: string): string[] {
  return fromHistory(`retrieval/paraphrases/${name}`).trim().split('\n')
}

export function answers(text: string, gold: Asked['gold']): boolean {
  const lower = text.toLowerCase()
  return gold.some((parts) => parts.every((part) => lower.includes(part)))
}

/** Nothing is chosen by half b. Which of its questions were missed has been printed once. */
export function half(text: string): string {
  return (createHash('sha256').update(text).digest()[0] as number) % 2 === 0 ? 'a' : 'b'
}

type Asking = { readonly rank: number; readonly offered: boolean }

/** Rank of the first answer, 0 if it is not among the first fifty, and whether it is among three that are offered as likely. */
async function ranksOf(language: string, questions: readonly Asked[], options: SearcherOptions): Promise<Asking[]> {
  const notes = notebook(language)
  for (const { text, gold } of questions)
    for (const one of gold)
      if (!notes.some((note) => note.text.split('\n').some((line) => answers(line, [one]))))
        throw new Error(`no note answers: ${text} (${one.join(' + ')})`)
  const now = START + notes.length * DAY
  const searcher = createSearcher({ store: memoryIndexStore(), now: () => now, options })
  await searcher.indexMany(notes)
  const ranks: Asking[] = []
  for (const { text, gold } of questions) {
    const { hits, status } = await searcher.search(text, { limit: 50, grow: false, maxTokens: 1e9 })
    const rank = hits.findIndex((hit) => answers(hit.text, gold)) + 1
    ranks.push({ rank, offered: !status.abstains && rank > 0 && rank <= 3 })
  }
  await searcher.close()
  return ranks
}

if (import.meta.main) {
  const only = process.argv[process.argv.indexOf('--half') + 1]
  const all = asked().filter(({ text }) => !process.argv.includes('--half') || half(text) === only)
  const rows: (string | number)[][] = []
  const sums = new Map<string, Asking[]>()
  for (const [language, questions] of Map.groupBy(all, (each) => each.language)) {
    for (const [name, meaning] of [
      ['words alone', false],
      ['with related words', true],
    ] as const) {
      const ranks = await ranksOf(language, questions, { meaning })
      sums.set(name, [...(sums.get(name) ?? []), ...ranks])
      rows.push([language, name, ...figures(ranks)])
      if (process.argv.includes('--show') && meaning)
        for (const [nth, { rank }] of ranks.entries())
          if (rank !== 1) console.log(`  ${language} ${rank || '–'} ${questions[nth]?.text}`)
    }
  }
  for (const [name, ranks] of sums) rows.push(['all', name, ...figures(ranks)])
  console.log(markdown(['language', 'search', 'questions', 'first', 'in three', 'in ten', 'MRR', 'offered'], rows))
}

function figures(of: readonly Asking[]): (string | number)[] {
  const ranks = of.map(({ rank }) => rank)
  const offered = of.filter((each) => each.offered).length / ranks.length
  const share = (within: number): string =>
    ((100 * ranks.filter((rank) => rank > 0 && rank <= within).length) / ranks.length).toFixed(1)
  const mrr = ranks.reduce((sum, rank) => sum + (rank > 0 ? 1 / rank : 0), 0) / ranks.length
  return [ranks.length, share(1), share(3), share(10), (100 * mrr).toFixed(1), (100 * offered).toFixed(1)]
}
