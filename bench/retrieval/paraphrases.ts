// What the table of related words is worth on questions nobody tuned on: 109 questions in five languages (paraphrases.txt),
// each in other words than the note that answers it, over all users' lines of bench/memory in one notebook per language.
// Run: node --conditions=daypack-source bench/retrieval/paraphrases.ts [--half a|b] [--show]
import { readFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { createSearcher, memoryIndexStore, type SearcherOptions } from 'daypack/memory'
import { dayOf } from '../../packages/daypack/src/model/day.ts'
import { dialoguesIn } from '../memory/dialogues.ts'
import { markdown } from './table.ts'

const DAY = 86_400_000
const START = Date.UTC(2026, 0, 1)
const GROWN: Readonly<Record<string, string>> = { en: 'en-developer', zh: 'zh-shop', de: 'de-verein' }

export type Asked = { readonly language: string; readonly text: string; readonly gold: readonly (readonly string[])[] }

/** `language`, question, and what the line that answers holds: parts joined by `+`, alternatives by `|`. */
export function asked(): Asked[] {
  return readFileSync(new URL('paraphrases.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [language = '', text = '', gold = ''] = line.split('\t')
      return { language, text, gold: gold.split(' | ').map((one) => one.split(' + ')) }
    })
}

/** A note for each day of each dialogue, with what the user said, as a list. */
export function notebook(language: string): { path: string; text: string }[] {
  const dialogues = [...dialoguesIn('tuning'), ...dialoguesIn('held-out')].filter(({ id }) => id.startsWith(language))
  const days = dialogues.flatMap(({ days: each }) =>
    each.map((turns) => turns.filter(({ role }) => role === 'user').map(({ text }) => text)),
  )
  const file = GROWN[language]
  if (file !== undefined) {
    const lines = readFileSync(new URL(`../memory/grown/${file}.txt`, import.meta.url), 'utf8')
      .trim()
      .split('\n')
    const byDay = Map.groupBy(lines, (line) => Number.parseInt(line, 10))
    days.push(...[...byDay.values()].map((said) => said.map((line) => line.replace(/^\d+ /, ''))))
  }
  return days.map((said, nth) => {
    const day = dayOf(START + nth * DAY, 'UTC')
    const items = said.map((text) => `- ${text.replace(/\s*\n\s*/g, ' ')}`)
    return { path: `memory/${day}.md`, text: `# ${day}\n\n${items.join('\n')}\n` }
  })
}

export function answers(text: string, gold: Asked['gold']): boolean {
  const lower = text.toLowerCase()
  return gold.some((parts) => parts.every((part) => lower.includes(part)))
}

function half(text: string): string {
  return (createHash('sha256').update(text).digest()[0] as number) % 2 === 0 ? 'a' : 'b'
}

type Asking = { readonly rank: number; readonly offered: boolean }

/** Rank of the first answer, 0 if it is not among the first fifty, and whether it is among three that are offered as likely. */
export async function ranksOf(
  language: string,
  questions: readonly Asked[],
  options: SearcherOptions,
): Promise<Asking[]> {
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
