// A set nobody has tuned on: a team's chat, a note for each day, all days in one index; the questions were written from the
// chat alone. Days found (Hit@1, NDCG@5), messages found in ten hits within 2,000 tokens, and the exact line first.
// Run: node --conditions=daypack-source bench/retrieval/independent.ts
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { createSearcher, memoryIndexStore } from 'daypack/memory'
import { sharedData } from '../../packages/daypack/test/shared-data.ts'
import { average, qualityOf } from './measures.ts'
import type { Place } from './sets.ts'
import { ASKED } from './team-chat-questions.ts'

type Message = { create_time: string; sender_name: string; content: string }
const data = sharedData()
if (data === undefined) throw new Error('The shared data is not here; set DAYPACK_DATA.')
const read = (language: string): Message[] => {
  const file = gunzipSync(readFileSync(path.join(data, 'files/chat', `team_chat_${language}.json.gz`))).toString()
  return (JSON.parse(file) as { conversation_list: Message[] }).conversation_list
}
const english = read('en')

console.log(
  '| chat | questions | day Hit@1 | day NDCG@5 | messages in ten hits | line first | line in ten, not grown |\n|---|---|---|---|---|---|---|',
)
for (const [nth, language] of ['en', 'zh'].entries()) {
  const notes = new Map<string, string[]>()
  const places = new Map<string, Place>()
  for (const { create_time: time, sender_name: speaker, content } of read(language)) {
    const file = `memory/${time.slice(0, 10)}.md`
    const lines = notes.get(file) ?? [`# ${time.slice(0, 10)}`, '']
    lines.push(`- ${speaker}: ${content.replace(/\s*\n\s*/g, ' ')}`)
    notes.set(file, lines)
    places.set(`${time} ${speaker}`, { path: file, line: lines.length })
  }
  const searcher = createSearcher({ store: memoryIndexStore(), now: () => Date.UTC(2025, 6, 17) })
  await searcher.indexMany([...notes].map(([file, lines]) => ({ path: file, text: `${lines.join('\n')}\n` })))
  const byDay: ReturnType<typeof qualityOf>[] = []
  const byLine: ReturnType<typeof qualityOf>[] = []
  let [found, wanted] = [0, 0]
  for (const question of ASKED) {
    const text = question[nth as 0 | 1]
    const gold = question[2].flatMap((at) => {
      const { create_time: time, sender_name: speaker } = english[at] as Message
      return places.get(`${time} ${speaker}`) ?? []
    })
    if (gold.length === 0) throw new Error(`no message answers: ${text}`)
    const days = gold.map((place) => ({ path: place.path }))
    const deep = await searcher.search(text, { limit: 50, grow: false, maxTokens: 1e9 })
    byDay.push(qualityOf(deep.hits, { text, gold: days }))
    byLine.push(qualityOf(deep.hits, { text, gold }))
    const { hits } = await searcher.search(text, { limit: 10, maxTokens: 2_000 })
    wanted += gold.length
    found += gold.filter(({ path: file, line = 0 }) =>
      hits.some((hit) => hit.path === file && line >= hit.startLine && line <= hit.endLine),
    ).length
  }
  const percent = (value: number): string => (100 * value).toFixed(1)
  const [day, line] = [average(byDay), average(byLine)]
  console.log(
    `| ${[language, ASKED.length, percent(day.hit1), percent(day.ndcg5), percent(found / wanted), percent(line.hit1), percent(line.recall10)].join(' | ')} |`,
  )
  await searcher.close()
}
