// The reading exam: can a model carry on from the view? README.md here tells all of it.
//   node --conditions=daypack-source bench/readers/main.ts points [--set eighth]
//   … views --out folder [--set train] [--points id,…] [--strategies daypack-64k,…] [--label new] [--notes folder [--model …]]
//   … ask examiner|reader|grader --exam folder [--views folder] [--batch first] [--model anthropic:claude-…] [--strategies a,b] [--by name]
//   … ask sheets --exam folder [--batch first] [--seed text] [--strategies a,b]
//   … score --exam folder [--views folder,…]
//   … carry tasks|score --exam folder [--set train] [--points id,…]
//   … unpack --exam folder --set eighth
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { parseArgs } from 'node:util'
import { replaySession } from '../../lab/src/measure/session.ts'
import { sharedData } from '../../packages/daypack/test/shared-data.ts'
import { count, keepCounts } from '../replay/count.ts'
import { sit, tasksOf, type Role } from './ask.ts'
import { carriedAt, scoreOf, tasksAt, truthOf, writeTasks, type Score } from './carry.ts'
import { dealSheets, goldOf, gradesIn, pointsIn, questionsOf, sittingsOf, write } from './folder.ts'
import { Views, readAs, readPicked, readPoints, type Picked, type Point } from './formats.ts'
import { notesIn } from './notes.ts'
import { matrix, table } from './table.ts'
import { PLAN } from './plan.ts'
import { pointOf } from './points.ts'
import { joined, recordingsFor } from './recordings.ts'
import { groupsOf, marksOf } from './score.ts'
import { DEFAULT_STRATEGIES } from './strategies.ts'
import { writeViews } from './views.ts'

const file = path.join(import.meta.dirname, 'points.json')
const ROLES: readonly string[] = ['examiner', 'reader', 'grader'] satisfies Role[]
const say = (line: string) => console.error(line)
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    set: { type: 'string' },
    points: { type: 'string' },
    strategies: { type: 'string' },
    label: { type: 'string' },
    notes: { type: 'string' },
    exam: { type: 'string' },
    views: { type: 'string' },
    batch: { type: 'string', default: 'first' },
    seed: { type: 'string', default: 'daypack' },
    model: { type: 'string' },
    by: { type: 'string' },
  },
})

const commands: Readonly<Record<string, () => Promise<void> | void>> = { points, views, ask, score, carry, unpack }
const command = commands[positionals[0] ?? '']
try {
  if (!command)
    throw new Error(`Say what to do: ${Object.keys(commands).join(', ')}. bench/readers/README.md tells how.`)
  await command()
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

async function points(): Promise<void> {
  const { data } = await import('../data.ts')
  const known = values.set === undefined ? [] : readPicked()
  const sets = values.set?.split(',')
  const found = PLAN.map((planned): Picked => {
    const before = known.find(({ id }) => id === planned.id)
    if (before && !sets?.includes(planned.set)) return before
    const transcript = joined(recordingsFor(data, planned).map((one) => one.transcript))
    const point = pointOf(planned, replaySession(transcript, { name: planned.id, count }))
    say(
      `${planned.set} ${planned.kind} ${point.id}: ${point.at} messages, ${point.tokens} tokens, ${point.after} after`,
    )
    return point
  })
  keepCounts()
  writeFileSync(file, `[\n${found.map((one) => `  ${JSON.stringify(one)}`).join(',\n')}\n]\n`)
}

async function views(): Promise<void> {
  const { data } = await import('../data.ts')
  const strategies = values.strategies?.split(',') ?? DEFAULT_STRATEGIES
  const { label } = values
  const model = values.model === undefined ? undefined : await opened(values.model)
  const notes = values.notes === undefined ? undefined : notesIn(path.resolve(values.notes), model?.complete)
  const { missing } = await writeViews({ data, points: chosen(), strategies, out: needed('out'), label, notes, say })
  for (const one of missing) say(`left out, ${one}: npm install in bench/ brings it`)
}

async function ask(): Promise<void> {
  const exam = needed('exam')
  const strategies = values.strategies?.split(',')
  const isWanted = ({ strategy }: { strategy: string }) => !strategies || strategies.includes(strategy)
  const role = positionals[1] ?? ''
  if (role === 'sheets') {
    for (const sheet of dealSheets(exam, values.batch, values.seed, isWanted)) say(sheet)
    return
  }
  if (!ROLES.includes(role)) throw new Error(`Ask whom? ${ROLES.join(', ')}; or "ask sheets" for the graders' sheets.`)
  const folder = role === 'grader' ? '' : needed('views')
  const list = role === 'grader' ? [] : readAs(Views, path.join(folder, 'index.json')).views.filter(isWanted)
  const model = values.model === undefined ? undefined : await opened(values.model)
  const by = values.by ?? model?.name ?? 'somebody'
  const tasks = tasksOf(role as Role, { exam, views: folder, list, by, batch: values.batch })
  if (model) await sit(tasks, model.complete, say)
  else {
    say(`${tasks.length} to be written by hand (or give --model); instructions/${role}.md tells how:`)
    for (const { what } of tasks) console.log(what)
  }
}

/** A model by name, with the keys of the environment, as the command line opens it. */
async function opened(name: string) {
  const [{ openModel }, { generateText }] = await Promise.all([
    import('../../packages/cli/src/chat/model.ts'),
    import('ai'),
  ])
  const { model, label } = await openModel({ model: name }, process.env)
  return {
    name: label.replaceAll(/[^\w.-]+/g, '-'),
    complete: async ({ system, prompt }: { system: string; prompt: string }) =>
      (await generateText({ model, instructions: system, prompt })).text,
  }
}

/** Questions, gold and remarks of an exam that was sat; `exams.json.br` in the data folder holds those of all. */
function unpack(): void {
  const exam = needed('exam')
  const data = sharedData()
  if (data === undefined)
    throw new Error('Set DAYPACK_DATA to a folder with exams.json.br; README.md tells where it is.')
  const packed = readFileSync(path.join(data, 'exams.json.br'))
  const all = JSON.parse(brotliDecompressSync(packed).toString('utf8')) as Readonly<Record<string, object>>
  const prefix = `${values.set ?? ''}/`
  for (const [name, value] of Object.entries(all))
    if (name.startsWith(prefix)) write(path.join(exam, name.slice(prefix.length)), value)
}

function score(): void {
  const exam = needed('exam')
  const indexes = (values.views?.split(',') ?? []).map((folder) => readAs(Views, path.join(folder, 'index.json')))
  const seen = indexes.flatMap((index) => index.views)
  const ids = pointsIn(exam)
  const exams = new Map(ids.map((id) => [id, { questions: questionsOf(exam, id), gold: goldOf(exam, id) }]))
  const graded = gradesIn(exam)
  const { marks, problems } = marksOf(graded, exams)
  if (marks.length === 0) throw new Error(`Nothing is graded yet in ${exam}.`)
  const groups = groupsOf(marks, readPoints(), seen)
  const misled = ids.flatMap((id) =>
    sittingsOf(exam, id).flatMap(({ strategy, reader, misled: remarks }) =>
      remarks.map((remark) => ({ point: id, strategy, reader, remark })),
    ),
  )
  write(path.join(exam, 'scores.json'), { groups, marks, misled, problems })
  for (const [name, rows] of Object.entries(groups)) console.log(`\n${name}\n\n${table(rows)}`)
  console.log(`\nby point\n\n${matrix(marks)}`)
  for (const problem of problems) say(problem)
}

/** The next real edits as tasks; and what became of those that were written. */
async function carry(): Promise<void> {
  const exam = needed('exam')
  const { data } = await import('../data.ts')
  const sums = new Map<string, Score>()
  for (const point of chosen()) {
    const { messages } = joined(recordingsFor(data, point).map((one) => one.transcript))
    if (positionals[1] !== 'score') {
      const tasks = tasksAt(messages, point.at)
      say(`${writeTasks(exam, point.id, tasks)}: ${tasks.length} edits`)
      continue
    }
    for (const { strategy, edits } of carriedAt(exam, point.id)) {
      const own = scoreOf(truthOf(exam, point.id), edits, messages, point.at)
      const sum = sums.get(strategy) ?? { asked: 0, applies: 0, right: 0 }
      sums.set(strategy, {
        asked: sum.asked + own.asked,
        applies: sum.applies + own.applies,
        right: sum.right + own.right,
      })
    }
  }
  if (sums.size > 0) console.log('| view | edits | applies | right place |\n| --- | --- | --- | --- |')
  for (const [strategy, { asked, applies, right }] of sums)
    console.log(`| ${strategy} | ${asked} | ${percent(applies, asked)} | ${percent(right, asked)} |`)
}

function percent(part: number, all: number): string {
  return all === 0 ? '–' : `${((100 * part) / all).toFixed(1)} %`
}

function chosen(): Point[] {
  const ids = values.points?.split(',')
  const sets = values.set?.split(',')
  const all = readPoints()
  const unknown = ids?.filter((id) => all.every((point) => point.id !== id)) ?? []
  if (unknown.length > 0) throw new Error(`No such point: ${unknown.join(', ')}; see points.json.`)
  return all.filter(({ id, set }) => (!ids || ids.includes(id)) && (!sets || sets.includes(set)))
}

function needed(name: 'out' | 'exam' | 'views'): string {
  const value = values[name]
  if (value === undefined) throw new Error(`--${name} folder is needed.`)
  return path.resolve(value)
}
