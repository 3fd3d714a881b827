import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { jsonIn, sit, tasksOf, type Complete } from './ask.ts'
import { dealSheets, gradesFile, gradesIn, keyIn, pointsIn, sheetIn, write, goldOf, questionsOf } from './folder.ts'
import type { Gold, Point, Questions, View } from './formats.ts'
import { matrix, table } from './table.ts'
import { groupsOf, marksOf, rowsOf, type Mark } from './score.ts'
import { codeOf, sheetOf, type Sitting } from '../../lab/src/exam/sheets.ts'

const questions: Questions = {
  point: 'p',
  questions: [
    { id: 'q1', about: 'intent', question: 'What is wanted?' },
    { id: 'q2', about: 'facts', question: 'Which port?' },
  ],
}
const gold: Gold = {
  point: 'p',
  gold: [
    { id: 'q1', keyPoints: ['a parser', 'without dependencies'], evidence: [1] },
    { id: 'q2', keyPoints: ['8080'], evidence: [] },
  ],
}
const sitting = (reader: string, strategy: string, q1: string): Sitting => ({
  point: 'p',
  reader,
  strategy,
  answers: [{ id: 'q1', answer: q1 }],
  misled: [],
})
const sittings = Array.from({ length: 12 }, (_, nth) => sitting(`r${nth}`, `s${nth % 3}`, `answer ${nth}`))

test('a sheet tells nobody whose answers they are, and its key tells all of it', () => {
  const { sheet, key } = sheetOf(questions, gold, sittings, 'seed')
  const written = JSON.stringify(sheet)
  for (const { reader, strategy } of sittings) {
    expect(written).not.toContain(`"${reader}"`)
    expect(written).not.toContain(`"${strategy}"`)
  }
  for (const { code, answer } of sheet.items[0]?.answers ?? []) {
    const who = key.codes['q1']?.[code]
    expect(sittings.find(({ reader }) => reader === who?.reader)?.answers[0]?.answer).toBe(answer)
  }
  expect(sheet.items[1]?.answers.every(({ answer }) => answer === 'not in view')).toBe(true)
})

test('the order comes from the seed alone, and is another one for every question', () => {
  const once = sheetOf(questions, gold, sittings, 'seed')
  expect(sheetOf(questions, gold, sittings.toReversed(), 'seed')).toEqual(once)
  expect(sheetOf(questions, gold, sittings, 'other').key).not.toEqual(once.key)
  expect(Object.values(once.key.codes['q1'] ?? {})).not.toEqual(Object.values(once.key.codes['q2'] ?? {}))
  expect(Object.values(once.key.codes['q1'] ?? {}).map(({ reader }) => reader)).not.toEqual(
    sittings.map(({ reader }) => reader),
  )
})

test('codes go on behind Z', () => {
  expect([0, 25, 26, 27, 52].map(codeOf)).toEqual(['A', 'Z', 'AA', 'AB', 'BA'])
})

const key = { point: 'p', codes: { q1: { A: who('s1'), B: who('s2') }, q2: { A: who('s2'), B: who('s1') } } }
const exams = new Map([['p', { questions, gold }]])
function who(strategy: string) {
  return { reader: 'r', strategy }
}

test('a score is the share of key points stated, over graders and then over questions', () => {
  const grade = (grader: string, first: 0 | 1) => ({
    batch: 'b',
    grader,
    key,
    grades: {
      point: 'p',
      grades: [
        { id: 'q1', code: 'A', stated: [1, first] as (0 | 1)[] },
        { id: 'q1', code: 'B', stated: [0.5 as const, 0 as const] },
        { id: 'q2', code: 'A', stated: [1 as const] },
        { id: 'q2', code: 'B', stated: [0 as const] },
      ],
    },
  })
  const { marks, problems } = marksOf([grade('g1', 1), grade('g2', 0)], exams)
  expect(problems).toEqual([])
  expect(rowsOf(marks)).toEqual([
    { strategy: 's2', points: 1, questions: 2, all: 62.5, about: { intent: 25, facts: 100 } },
    { strategy: 's1', points: 1, questions: 2, all: 37.5, about: { intent: 75, facts: 0 } },
  ])
})

test('marks that are missing, too many or not on the sheet are named and not counted', () => {
  const grades = [
    { id: 'q1', code: 'A', stated: [1 as const] },
    { id: 'q1', code: 'Z', stated: [1 as const, 1 as const] },
    { id: 'q2', code: 'A', stated: [1 as const] },
    { id: 'q2', code: 'A', stated: [0 as const] },
  ]
  const { marks, problems } = marksOf([{ batch: 'b', grader: 'g', key, grades: { point: 'p', grades } }], exams)
  expect(marks).toHaveLength(1)
  expect(problems).toEqual([
    'b/g/p: q1 A has 1 marks for 2 key points',
    'b/g/p: q1 Z is not on the sheet',
    'b/g/p: q2 A is graded twice',
    'b/g/p: q1 A is not graded',
    'b/g/p: q1 B is not graded',
    'b/g/p: q2 B is not graded',
  ])
})

const mark = (point: string, strategy: string, score: number): Mark => ({
  point,
  question: 'q1',
  about: 'state',
  reader: 'r',
  strategy,
  score,
  graders: 1,
})
const view = (point: string, strategy: string, asWhole: boolean): View => ({
  point,
  strategy,
  file: '',
  tokens: 12_000,
  messages: 1,
  asWhole,
  standIn: false,
})

test('a view that folded nothing does not count, the whole history does', () => {
  const marks = [mark('p', 'whole', 1), mark('p', 'a-64k', 1), mark('o', 'a-64k', 0)]
  const rows = rowsOf(marks, [view('p', 'whole', true), view('p', 'a-64k', true), view('o', 'a-64k', false)])
  expect(rows.map(({ strategy, all, points }) => [strategy, all, points])).toEqual([
    ['whole', 100, 1],
    ['a-64k', 0, 1],
  ])
})

test('there is a table for each set and kind that was read, and one by point', () => {
  const point = (id: string, set: Point['set'], kind: Point['kind']) => ({ id, set, kind }) as Point
  const marks = [mark('p', 'a-64k', 0.5), mark('o', 'a-64k', 1)]
  const groups = groupsOf(marks, [point('p', 'train', 'coding'), point('o', 'others', 'support')], [])
  expect(Object.keys(groups)).toEqual(['all points', 'train', 'others', 'coding', 'not coding'])
  expect(table(groups['all points'] ?? [])).toContain('| a-64k | – | 2 | 2 | **75.0** | – | – | 75 |')
  expect(matrix(marks)).toContain('| o | 100 |')
})

test('an exam sat by a model from questions to scores, with a slip of each that is asked for again', async () => {
  const exam = mkdtempSync(path.join(tmpdir(), 'daypack-readers-'))
  for (const file of ['p.whole.txt', 'p.next.txt', 'p.daypack-64k.txt']) writeFileSync(path.join(exam, file), file)
  const list = [
    { point: 'p', strategy: 'next', file: 'p.next.txt' },
    { point: 'p', strategy: 'daypack-64k', file: 'p.daypack-64k.txt' },
  ]
  const wanted = { exam, views: exam, list, by: 'm', batch: 'first' }
  const asked: string[] = []
  const replies = (good: () => object): Complete => {
    let nth = 0
    return async ({ prompt }) => {
      asked.push(prompt)
      return nth++ === 0 ? 'I would rather not.' : `Here it is:\n\`\`\`json\n${JSON.stringify(good())}\n\`\`\``
    }
  }
  const quiet = () => {}
  await sit(
    tasksOf('examiner', wanted),
    replies(() => ({ ...questions, ...gold })),
    quiet,
  )
  expect(pointsIn(exam)).toEqual(['p'])
  expect(readFileSync(path.join(exam, 'exam/p.questions.json'), 'utf8')).not.toContain('8080')

  await sit(
    tasksOf('reader', wanted),
    replies(() => sitting('', 'x', 'a parser')),
    quiet,
  )
  expect(asked[2]).toContain('p.daypack-64k.txt')
  expect(asked.slice(2).join('\n')).not.toContain('p.whole.txt')
  expect(tasksOf('reader', wanted)).toEqual([])

  expect(dealSheets(exam, 'first', 'seed', () => true)).toHaveLength(1)
  const stated = { q1: [1, 0], q2: [0] }
  const grades = () =>
    sheetIn(exam, 'first', 'p').items.flatMap(({ id, answers }) =>
      answers.map(({ code }) => ({ id, code, stated: stated[id as 'q1' | 'q2'] })),
    )
  await sit(
    tasksOf('grader', wanted),
    replies(() => ({ point: 'p', grades: grades() })),
    quiet,
  )
  expect(existsSync(gradesFile(exam, 'first', 'm', 'p'))).toBe(true)
  expect(() => dealSheets(exam, 'first', 'seed', () => true)).toThrow('take another name')
  expect(keyIn(exam, 'first', 'p').codes['q1']).toEqual({ A: { reader: 'm', strategy: 'daypack-64k' } })
  const own = new Map([['p', { questions: questionsOf(exam, 'p'), gold: goldOf(exam, 'p') }]])
  expect(rowsOf(marksOf(gradesIn(exam), own).marks)[0]?.all).toBe(25)
})

test('a file of the wrong shape is refused with what to mend', () => {
  const exam = mkdtempSync(path.join(tmpdir(), 'daypack-readers-'))
  write(path.join(exam, 'exam/p.questions.json'), {
    ...questions,
    questions: [{ id: '1', about: 'mood', question: '' }],
  })
  expect(() => pointsIn(exam)).toThrow(/p\.questions\.json[\s\S]*q1, q2[\s\S]*questions\[0\]\.about/)
  write(path.join(exam, 'exam/p.questions.json'), questions)
  write(path.join(exam, 'exam/p.gold.json'), { ...gold, gold: gold.gold.slice(1) })
  expect(() => pointsIn(exam)).toThrow('tells no gold for q1')
  expect(() => jsonIn('no')).toThrow('no JSON object')
})
