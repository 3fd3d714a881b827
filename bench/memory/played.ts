// Labelled dialogues lived day by day through a real host (AI SDK), with whoever plays the model. One command a day:
//   node --conditions=daypack-source bench/memory/played.ts <folder> <part> <dialogue> [--rules]
// writes the prompt of the next day to <folder>/<dialogue>/day-N.ask.txt; put the answer beside it as day-N.answer.json and
// repeat. After the last day the page is scored by the values of the labels, and what those do not find is asked of a reader
// in judge.ask.txt: with the answer in judge.answer.json beside it, the same command gives the score with a reader.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { dialoguesIn } from './dialogues.ts'
import { live } from './played/live.ts'
import { type Judged, judgeSheet, type Name, questionsOf, tally } from './played/score.ts'

const { positionals, values } = parseArgs({ allowPositionals: true, options: { rules: { type: 'boolean' } } })
const [folder = 'played', part = 'ninth', ...wanted] = positionals
const isRules = values.rules === true
const sums = new Map<string, [number, number]>()
const add = (tallied: ReadonlyMap<Name, readonly [number, number]>, by: string): void => {
  for (const [name, [right, all]] of tallied) {
    const [before, of] = sums.get(`${name}, ${by}`) ?? [0, 0]
    sums.set(`${name}, ${by}`, [before + right, of + all])
  }
}

for (const dialogue of dialoguesIn(part)) {
  const { id } = dialogue
  if (wanted.length > 0 && !wanted.includes(id)) continue
  const lived = await live(dialogue, { folder, isRules })
  if (lived.state === 'waiting') {
    console.log(`${id}: day ${lived.day} of ${dialogue.days.length}: answer ${lived.ask} in ${lived.answer}`)
    continue
  }
  const home = join(folder, isRules ? `${id}.rules` : id)
  const questions = questionsOf(dialogue, lived.lines)
  writeFileSync(join(home, 'judge.ask.txt'), judgeSheet(dialogue, lived.lines, questions))
  add(tally(questions), 'by values')
  const answer = join(home, 'judge.answer.json')
  if (existsSync(answer)) add(tally(questions, JSON.parse(readFileSync(answer, 'utf8')) as Judged), 'with a reader')
  console.log(`${id}: over, ${lived.lines.length} lines, ${lived.refused} refused, ${lived.quoted} in the user's words`)
}
for (const [name, [right, all]] of sums)
  console.log(`| ${name} | ${right} of ${all} | ${((100 * right) / all).toFixed(1)} |`)
