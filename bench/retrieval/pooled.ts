// Short facts pooled in daily notes: the dialogues of all fifteen people of MemoryBank in one notebook, a note for each day, a
// heading for each person. A question says no more of who asks than it did there, so other people's lines are in its way.
// Run: node --conditions=daypack-source bench/retrieval/pooled.ts [--show]
import { createSearcher, memoryIndexStore } from 'daypack/memory'
import { average, qualityOf } from './measures.ts'
import { isHeldOut, memoryBank, type Place, type Question } from './sets.ts'
import { markdown } from './table.ts'

type Pool = { readonly files: { path: string; text: string }[]; readonly questions: Question[] }

function pooled(language: 'en' | 'cn'): Pool {
  const notes = new Map<string, string[]>()
  const questions: Question[] = []
  for (const [person, set] of memoryBank('pooled', language).entries()) {
    const moved = new Map<string, Place>()
    for (const { path, text } of set.files) {
      const note = notes.get(path) ?? [text.split('\n')[0] ?? '']
      note.push('', `## ${person + 1}`, '')
      for (const [at, line] of text.split('\n').entries())
        if (at > 0 && line.trim() !== '') {
          note.push(line)
          moved.set(`${path}#${at + 1}`, { path, line: note.length })
        }
      notes.set(path, note)
    }
    for (const { text, gold } of set.questions)
      questions.push({ text, gold: gold.flatMap(({ path, line }) => moved.get(`${path}#${line}`) ?? []) })
  }
  return { files: [...notes].map(([path, lines]) => ({ path, text: `${lines.join('\n')}\n` })), questions }
}

const rows: (string | number)[][] = []
for (const language of ['en', 'cn'] as const) {
  const { files, questions } = pooled(language)
  const searcher = createSearcher({ store: memoryIndexStore(), now: () => Date.UTC(2023, 5, 1) })
  await searcher.indexMany(files)
  const all: { question: Question; line: ReturnType<typeof qualityOf> }[] = []
  for (const question of questions) {
    const { hits } = await searcher.search(question.text, { limit: 50, grow: false, maxTokens: 1e9 })
    const line = qualityOf(hits, question)
    all.push({ question, line })
    if (process.argv.includes('--show') && !isHeldOut(question) && line.hit1 === 0)
      console.log(
        `${question.text}\n   first: ${hits[0]?.text}\n   right, ${line.mrr === 0 ? '–' : Math.round(1 / line.mrr)}: ${question.gold.map(({ path, line: at = 0 }) => files.find((file) => file.path === path)?.text.split('\n')[at - 1]).join(' / ')}`,
      )
  }
  for (const half of ['tuning', 'held-out', 'all'] as const) {
    const kept = all.filter(({ question }) => half === 'all' || isHeldOut(question) === (half === 'held-out'))
    const { hit1, recall5, recall10, mrr } = average(kept.map(({ line }) => line))
    const figures = [recall5, recall10, hit1, mrr].map((value) => (100 * value).toFixed(1))
    rows.push([language === 'cn' ? 'Chinese' : 'English', half, kept.length, ...figures])
  }
  await searcher.close()
}
console.log(markdown(['notes', 'half', 'questions', 'R@5', 'R@10', 'line first', 'MRR'], rows))
