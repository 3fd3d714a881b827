import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sharedData } from '../../packages/daypack/test/shared-data.ts'

const data = sharedData()
if (data === undefined) throw new Error('The shared data is not here; set DAYPACK_DATA.')
const read = (...path: string[]): string => gunzipSync(readFileSync(join(data, ...path))).toString()

/** Turns of the first six days that say something lasting; `open`: a judge may take them or leave them. */
const PEOPLE = {
  tuning: [
    { users: [' Jason ', '周立'], keep: [0, 2, 3, 7, 9, 12, 13, 18, 23, 24, 25, 26], open: [4, 8, 20, 22] },
    { users: [' Ivy ', '宫晓燕'], keep: [0, 2, 6, 12, 20], open: [1, 4, 7, 10, 13, 15, 17] },
    { users: ['Gary', '姚国栋'], keep: [0, 3, 10, 17], open: [2, 6, 11, 13, 14, 16] },
    { users: ['Susan', '郑思雨'], keep: [0, 1, 2, 6], open: [3, 10, 13, 14] },
  ],
  // For the weights only.
  more: [
    { users: ['Emily', '张曼婷'], keep: [0, 1, 2, 7, 12], open: [11, 15, 17, 20, 21, 26] },
    { users: ['Lucy', '李雪'], keep: [0, 1, 6, 11, 13, 14], open: [2, 7, 9, 10, 12, 17, 18, 21] },
    { users: [' Linda', '刘琳'], keep: [0, 1, 3, 11, 19], open: [2, 6, 7, 9, 12, 14, 20, 24, 26, 27] },
  ],
  'held-out': [
    { users: ['Sunny', '孙悦'], keep: [0, 2, 6, 7, 21], open: [3, 4, 11, 16, 19, 20] },
    { users: ['Frank', '王峰'], keep: [0, 1, 8, 9, 13, 21], open: [3, 4, 14, 15, 18, 20, 25, 30, 32, 33, 36, 37] },
    { users: ['Luna', '陆琳'], keep: [0, 1, 2, 13, 16, 23, 24, 28], open: [4, 8, 9, 10, 19, 21, 25, 26, 30] },
  ],
} as const

export type Turn = { readonly text: string; readonly is: 'kept' | 'open' | 'left' }
type Bank = Readonly<Record<string, { history: Readonly<Record<string, readonly { query: string }[]>> }>>

/** What users of MemoryBank say to a companion, turn by turn. */
export function companionTurns(part: keyof typeof PEOPLE, language: 'en' | 'cn'): Turn[] {
  const bank = JSON.parse(read('memory/memorybank', `memory_bank_${language}.json.gz`)) as Bank
  return PEOPLE[part].flatMap(({ users, keep, open }) => {
    const days = Object.values(bank[users[language === 'en' ? 0 : 1]]?.history ?? {}).slice(0, 6)
    const has = (turns: readonly number[], turn: number): boolean => turns.includes(turn)
    return days
      .flat()
      .map(({ query }, turn) => ({ text: query, is: has(keep, turn) ? 'kept' : has(open, turn) ? 'open' : 'left' }))
  })
}

type Articles = { data: { paragraphs: { context: string }[] }[] }
const SESSIONS = 'trajectories/specstory'

/** Texts of which hardly any sentence was said to be remembered: articles, and what people write to coding agents. */
export function passingTexts(): Map<string, string[]> {
  const sets = new Map(
    ['en', 'es', 'zh'].map((language) => {
      const articles = JSON.parse(read('memory/xquad', `xquad.${language}.json.gz`)) as Articles
      return [`articles, ${language}`, articles.data.flatMap((each) => each.paragraphs.map(({ context }) => context))]
    }),
  )
  const turns = readdirSync(join(data!, SESSIONS))
    .filter((name) => name.endsWith('.md.gz'))
    .flatMap((name) => [...read(SESSIONS, name).matchAll(/_\*\*User[^\n]*\*\*_\n([\s\S]*?)(?=\n---\n|\n_\*\*)/g)])
  return sets.set(
    'coding sessions, user',
    turns.map(([, text = '']) => text.slice(0, 3_000)),
  )
}
