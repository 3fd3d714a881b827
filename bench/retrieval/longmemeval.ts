// Questions others wrote about conversations others wrote: the 18 answerable ones of two samples of LongMemEval (MIT), asked
// over all their sessions in one index, a note for each session. Never used for tuning.
// Run: node --conditions=daypack-source bench/retrieval/longmemeval.ts
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { createSearcher, memoryIndexStore } from 'daypack/memory'
import { sharedData } from '../../packages/daypack/test/shared-data.ts'
import { average, qualityOf } from './measures.ts'

type Turn = { role: string; content: string }
type Oracle = {
  data: { id: string; conversation: (Turn & { date: string })[]; questions: { question: string; answer: string }[] }[]
}
type Whole = {
  question_id: string
  question: string
  haystack_dates: string[]
  haystack_sessions: Turn[][]
  answer_session_ids: string[]
  haystack_session_ids: string[]
}

const data = sharedData()
if (data === undefined) throw new Error('The shared data is not here; set DAYPACK_DATA.')
const read = (name: string): unknown =>
  JSON.parse(gunzipSync(readFileSync(path.join(data, 'memory/longmemeval-sample', `${name}.json.gz`))).toString())

const files: { path: string; text: string }[] = []
const asked: { text: string; gold: { path: string }[] }[] = []
const note = (id: string, date: string, turns: readonly Turn[]): { path: string } => {
  const day = date.slice(0, 10).replaceAll('/', '-')
  const file = `memory/${day}-${id}-${date.slice(-5).replace(':', '')}.md`
  const said = turns.map(({ role, content }) => `- ${role}: ${content.replace(/\s*\n\s*/g, ' ')}`)
  files.push({ path: file, text: `# ${day}\n\n${said.join('\n')}\n` })
  return { path: file }
}
for (const sample of ['longmemeval_oracle_sample', 'longmemeval_abstain_sample'])
  for (const { id, conversation, questions } of (read(sample) as Oracle).data) {
    const gold = [...Map.groupBy(conversation, ({ date }) => date)].map(([date, turns]) => note(id, date, turns))
    if (!sample.includes('abstain')) for (const { question } of questions) asked.push({ text: question, gold })
  }
for (const each of read('adit_longmemeval_sample') as Whole[]) {
  const gold = each.haystack_sessions.map((turns, nth) => note(each.question_id, each.haystack_dates[nth] ?? '', turns))
  const isAnswer = (nth: number): boolean => each.answer_session_ids.includes(each.haystack_session_ids[nth] ?? '')
  asked.push({ text: each.question, gold: gold.filter((_, nth) => isAnswer(nth)) })
}

const searcher = createSearcher({ store: memoryIndexStore(), now: () => Date.UTC(2023, 11, 31) })
await searcher.indexMany(files)
const all = []
for (const question of asked) {
  const { hits } = await searcher.search(question.text, { limit: 50, grow: false, maxTokens: 1e9 })
  all.push(qualityOf(hits, question))
}
await searcher.close()
const { hit1, recall10, ndcg5, mrr } = average(all)
const percent = (value: number): string => (100 * value).toFixed(1)
console.log(`${files.length} sessions, ${asked.length} questions`)
console.log('| session Hit@1 | NDCG@5 | sessions in the first ten | MRR |\n|---|---|---|---|')
console.log(`| ${[hit1, ndcg5, recall10, mrr].map(percent).join(' | ')} |`)
