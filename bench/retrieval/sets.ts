/** The memory sets of the shared data, as notes on disk would look, with questions and where their answers stand. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sharedData } from '../../packages/daypack/test/shared-data.ts'
import { write, type Layout, type Turn } from './layouts.ts'
import { GOLD } from './memorybank-gold.ts'

export type Place = { readonly path: string; readonly line?: number }
export type Question = { readonly text: string; readonly gold: readonly Place[] }
export type RetrievalSet = {
  readonly name: string
  readonly files: readonly { readonly path: string; readonly text: string }[]
  readonly questions: readonly Question[]
}

type Squad = { data: { title?: string; paragraphs: { context: string; qas: { question: string }[] }[] }[] }

/** `article`: paragraphs of an article in one file; `paragraph`: a file each. */
type Files = 'article' | 'paragraph'

/** By the text of a question: figures of the ranking are chosen on one half only. */
export function isHeldOut({ text }: Question): boolean {
  return ((createHash('sha256').update(text).digest()[0] as number) & 1) === 1
}

/** Sets of one name belong together, each with an index of its own. */
export function allSets(): RetrievalSet[] {
  return [
    squad('XQuAD en', 'xquad/xquad.en.json.gz', 'paragraph'),
    squad('XQuAD es', 'xquad/xquad.es.json.gz', 'paragraph'),
    squad('XQuAD zh', 'xquad/xquad.zh.json.gz', 'paragraph'),
    squad('XQuAD en, by article', 'xquad/xquad.en.json.gz', 'article'),
    squad('XQuAD es, by article', 'xquad/xquad.es.json.gz', 'article'),
    squad('XQuAD zh, by article', 'xquad/xquad.zh.json.gz', 'article'),
    squad('CMRC2018 dev', 'cmrc2018/cmrc2018_dev.json.gz', 'paragraph'),
    squad('CMRC2018 trial', 'cmrc2018/cmrc2018_trial.json.gz', 'paragraph'),
    madial('MADial en', 'en'),
    madial('MADial zh', 'zh'),
    ...memoryBank('MemoryBank en', 'en'),
    ...memoryBank('MemoryBank zh', 'cn'),
  ]
}

export function squad(name: string, file: string, layout: Files): RetrievalSet {
  const { data } = JSON.parse(read(file)) as Squad
  const files: { path: string; text: string }[] = []
  const questions: Question[] = []
  for (const [index, article] of data.entries()) {
    const lines = [`# ${(article.title ?? `Article ${index}`).replaceAll('_', ' ')}`, '']
    const articlePath = `memory/article-${index}.md`
    for (const [nth, { context, qas }] of article.paragraphs.entries()) {
      const text = context.replace(/\s*\n\s*/g, ' ').replace(/^\ufeff/, '')
      const own = { path: `memory/article-${index}-${nth}.md` }
      if (layout === 'paragraph') files.push({ path: own.path, text: `${text}\n` })
      else lines.push(text, '')
      const gold = layout === 'paragraph' ? own : { path: articlePath, line: lines.length - 1 }
      for (const { question } of qas) questions.push({ text: question, gold: [gold] })
    }
    if (layout === 'article') files.push({ path: articlePath, text: lines.join('\n') })
  }
  return { name, files, questions }
}

type Memory = { time: string; scene: string; emotion: string; event: string }
type Dialogue = { dialogue: string[]; 'test-turn': number[]; 'relevant-id': (number | string)[] }

/** Memories as daily logs; the query is the dialogue up to the turn in which a memory is due. */
function madial(name: string, language: string): RetrievalSet {
  const days = new Map<string, string[]>()
  const places = new Map<string, Place>()
  for (const record of lines(`madial-bench/MADial-Bench-${language}-memory.json.gz`)) {
    for (const [id, memory] of Object.entries(record as Record<string, Memory>)) {
      const file = `memory/${memory.time}.md`
      const log = days.get(file) ?? [`# ${memory.time}`, '']
      log.push(`- ${memory.event} (${memory.scene}, ${memory.emotion})`)
      days.set(file, log)
      places.set(id, { path: file, line: log.length })
    }
  }
  const questions = lines(`madial-bench/MADial-Bench-${language}-dialogue.json.gz`).map((record) => {
    const { dialogue, 'test-turn': turns, 'relevant-id': ids } = record as Dialogue
    const gold = ids.map((id) => places.get(String(id))).filter((place) => place !== undefined)
    return {
      text: dialogue
        .slice(1, turns[0])
        .map((turn) => turn.trim())
        .join('\n'),
      gold,
    }
  })
  return {
    name,
    files: [...days].map(([file, log]) => ({ path: file, text: `${log.join('\n')}\n` })),
    questions: questions.filter(({ gold }) => gold.length > 0),
  }
}

type Person = { history: Record<string, { query: string; response: string }[]> }

/** Ten days of dialogue with an assistant, a set for each of the fifteen people; where the answers stand was found by hand. */
export function memoryBank(name: string, language: 'en' | 'cn', layout: Layout = 'items'): RetrievalSet[] {
  const people = Object.values(JSON.parse(read(`memorybank/memory_bank_${language}.json.gz`)) as Record<string, Person>)
  const asked = lines(`memorybank/probing_questions_${language}.jsonl.gz`).map((record) => {
    return Object.values(record as Record<string, string[]>)[0] as string[]
  })
  const [user, assistant] = language === 'en' ? (['user', 'assistant'] as const) : (['用户', '助手'] as const)
  return people.map(({ history }, person) => {
    const files: { path: string; text: string }[] = []
    const places = new Map<string, Place>()
    for (const [nth, [day, exchanges]] of Object.entries(history).entries()) {
      const turns = exchanges.flatMap(({ query, response }): Turn[] => [
        { speaker: user, text: oneLine(query) },
        { speaker: assistant, text: oneLine(response) },
      ])
      const path = `memory/${day}.md`
      const written = write({ day, nth: nth + 1, turns }, layout)
      files.push({ path, text: written.text })
      for (const [at, line] of written.lines.entries())
        places.set(`${nth}.${at >> 1}${at % 2 === 0 ? 'q' : 'r'}`, { path, line })
    }
    const questions = (asked[person] as string[]).map((text, at) => ({
      text: text.replace(/^"|"$/g, ''),
      gold: (GOLD[person]?.[at] ?? '').split(' ').flatMap((id) => places.get(id) ?? []),
    }))
    return { name, files, questions: questions.filter(({ gold }) => gold.length > 0) }
  })
}

function oneLine(text: string): string {
  return text
    .replace(/\s*\n\s*/g, ' ')
    .replaceAll('|', '/')
    .trim()
}

function lines(file: string): unknown[] {
  return read(file)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown)
}

function read(file: string): string {
  const data = sharedData()
  const full = data && path.join(data, 'memory', file)
  if (full === undefined || !existsSync(full))
    throw new Error(`The memory sets are not here: set DAYPACK_DATA (${file} is missing).`)
  return gunzipSync(readFileSync(full)).toString('utf8')
}
