import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { estimate, scoreOf, sitPoint } from 'daypack-lab/exam/sit'
import type { ExamPoint } from 'daypack-lab/exam/points'
import { temporary } from '../../daypack/test/temporary.ts'
import { examCommand, type ExamOptions } from '../src/commands/exam.ts'

const point: ExamPoint = {
  name: 'one',
  whole: 'WHOLE: the port is 4711 and the user forbade axios',
  next: 'NEXT',
  views: [
    { way: 'own compaction', text: 'a summary', tokens: 3 },
    { way: 'Daypack', text: 'the port is 4711', tokens: 5 },
    { way: 'whole history', text: 'the port is 4711, no axios', tokens: 8 },
  ],
}
const EXAM = {
  questions: [
    { id: 'q1', about: 'facts', question: 'Which port?' },
    { id: 'q2', about: 'intent', question: 'Which library is forbidden?' },
  ],
  gold: [
    { id: 'q1', keyPoints: ['4711'] },
    { id: 'q2', keyPoints: ['axios', 'the user said so'] },
  ],
}

test('an exam: each view is read apart, graded without its name, and scored by what was asked', async () => {
  const sheets: string[] = []
  const marks = await sitPoint(point, ({ system, prompt }) => {
    if (system.includes('You have read all of it')) return Promise.resolve(`Here: ${JSON.stringify(EXAM)}`)
    if (system.includes('You take over')) {
      const view = /<view>\n([^]*)\n<\/view>/.exec(prompt)?.[1] ?? ''
      const says = (word: string) => (view.includes(word) ? word : 'not in view')
      return Promise.resolve(
        JSON.stringify({
          answers: [
            { id: 'q1', answer: says('4711') },
            { id: 'q2', answer: says('axios') },
          ],
        }),
      )
    }
    sheets.push(prompt)
    const { items } = JSON.parse(prompt.replace(/\n\nYour last reply[^]*/, '')) as {
      items: { id: string; keyPoints: string[]; answers: { code: string; answer: string }[] }[]
    }
    // The first try forgets a code: it is asked for once more.
    const of = sheets.length === 1 ? items.slice(0, 1) : items
    const grades = of.flatMap(({ id, keyPoints, answers }) =>
      answers.map(({ code, answer }) => ({ id, code, stated: keyPoints.map((key) => (answer.includes(key) ? 1 : 0)) })),
    )
    return Promise.resolve(JSON.stringify({ grades }))
  })
  expect(sheets).toHaveLength(2)
  expect(sheets[0]).not.toMatch(/Daypack|compaction|whole history/)
  const scores = ['own compaction', 'Daypack', 'whole history'].map((way) =>
    scoreOf(marks.filter((m) => m.way === way)),
  )
  expect(scores).toEqual([
    { all: 0, about: { intent: 0, facts: 0 } },
    { all: 50, about: { intent: 0, facts: 100 } },
    { all: 75, about: { intent: 50, facts: 100 } },
  ])
  expect(estimate([point], (text) => text.length).calls).toBe(5)
})

const line = (role: string, content: unknown, more: object = {}) => ({
  type: role,
  uuid: JSON.stringify([content, more]),
  sessionId: 's',
  timestamp: '2026-01-01T00:00:00Z',
  message: { role, content },
  ...more,
})

/** A session in which the agent compacted once, and the model that examines it. */
function recorded(): { file: string; script: string } {
  const dir = temporary()
  const [file, script] = ['s.jsonl', 'script.json'].map((name) => path.join(dir, name))
  const turns = Array.from({ length: 12 }, (_, turn) => [
    line('user', `Task ${turn}: the port is 4711, never use axios. ${'Please look. '.repeat(40)}`),
    line('assistant', [{ type: 'text', text: `Done with ${turn}.` }]),
  ]).flat()
  const records = [
    ...turns,
    { type: 'system', subtype: 'compact_boundary' },
    line('user', 'This session is continued. Something about tasks.', { isCompactSummary: true }),
    line('user', 'Go on.'),
    line('assistant', [{ type: 'text', text: 'Going on.' }]),
  ]
  writeFileSync(file ?? '', records.map((each) => JSON.stringify(each)).join('\n'))
  const answers = { answers: EXAM.questions.map(({ id }) => ({ id, answer: 'secret words' })) }
  const grades = ['A', 'B', 'C'].flatMap((code) => [
    { id: 'q1', code, stated: [1] },
    { id: 'q2', code, stated: [1, 0] },
  ])
  const replies = [EXAM, answers, answers, answers, { grades }].map((value) => ({ text: JSON.stringify(value) }))
  writeFileSync(script ?? '', JSON.stringify(replies))
  return { file: file ?? '', script: script ?? '' }
}

async function exam(file: string, options: Partial<ExamOptions>) {
  const told: string[] = []
  const spies = (['log', 'error'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((text: string) => void told.push(text)),
  )
  try {
    const base = { points: 3, window: 8_000, maxCost: 2, model: 'scripted' }
    const code = await examCommand(file, { ...base, ...options })
    return { code, told: told.join('\n') }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

test('daypack exam: an estimate first, then one table without contents, and what it cost', async () => {
  const { file, script } = recorded()
  const before = await exam(file, { script })
  expect(before.told).toMatch(/1 point, 5 calls to scripted:.*about [\d.]+k tokens in.*\$0\.\d\d/)
  expect(before.told).toContain('--yes')
  await expect(exam(file, { script, yes: true, maxCost: 0.000001 })).rejects.toThrow('--max-cost')
  const { code, told } = await exam(file, { script, yes: true })
  expect(code).toBe(0)
  expect(told).toMatch(/own compaction +75 %/)
  expect(told).toMatch(/Daypack +75 %/)
  expect(told).toMatch(/2 questions at 1 point.*it cost \$0\.\d\d/)
  expect(told).not.toMatch(/4711|axios|secret words|Which port|Task/)
})

test('daypack exam: a point that the model spoils is left out, by name, and what it cost is told', async () => {
  const { file, script } = recorded()
  writeFileSync(script, JSON.stringify(Array.from({ length: 9 }, () => ({ text: 'I would rather not.' }))))
  const { code, told } = await exam(file, { script, yes: true })
  expect(code).toBe(1)
  expect(told).not.toContain('still known')
  expect(told).toMatch(/is left out, .*take another --model/s)
  expect(told).toMatch(/0 questions at 0 points.*it cost \$0\.\d\d/)
})

test('daypack exam: the answer leaves room for a long session', async () => {
  const { file, script } = recorded()
  const strict = `${script}.mjs`
  const replies = readFileSync(script, 'utf8')
  writeFileSync(
    strict,
    `const replies = ${replies}\nexport default ({ body, index }) => body.max_tokens > 16_000 ? { fault: { kind: 'status', status: 400 } } : replies[index]`,
  )
  expect((await exam(file, { script: strict, yes: true })).code).toBe(0)
})
