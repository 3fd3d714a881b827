// What is written down of a dialogue without a model: recall and precision of facts, whether a new value stands, and
// whether lines name who said them, make sense alone and stand once.
// Run: node --conditions=daypack-source bench/memory/write.ts [tuning] [held-out] [--file PATH] [--show]
// What is missed is shown of the tuning part only: of the others, and of a file given by path, nobody should know.
import { basename } from 'node:path'
import { messagesIn } from '../../packages/daypack/src/memory/notes/provenance.ts'
import { type Dialogue, dialoguesAt, dialoguesIn, says } from './dialogues.ts'
import { notedOf } from './noted.ts'

const PARTS = ['tuning', 'held-out']
const args = process.argv.slice(2)
const files = args.filter((_, index) => args[index - 1] === '--file')
const named = PARTS.filter((part) => args.includes(part))
const wanted = [
  ...(named.length > 0 || files.length > 0 ? named : PARTS).map((part) => ({ part, dialogues: dialoguesIn(part) })),
  ...files.map((file) => ({ part: basename(file), dialogues: dialoguesAt(file) })),
]

/** Points at something that does not stand in the line. */
const DANGLING =
  /^(?:(?:and|so|but|und|y|pero|aber) )?(?:it|it['’]s|this|that|that['’]s|he|she|they|these|those|one|es|das|dies|er|sie|eso|esto|ese|esa|él|ella)(?!\p{L})|^(?:这|那|他|她|它)|^(?:これ|それ|あれ|彼)|(?<!\p{L})(?:instead|stattdessen|en su lugar)[.!]?$|(?:the|that) (?:first|second|other|latter) one[.!]?$/iu

type Tally = { of: number; good: number }
const SCORES = {
  recall: 'recall',
  precision: 'precision',
  current: 'new values',
  whose: 'source right',
  alone: 'makes sense alone',
  once: 'stands once',
  struck: 'not struck by mistake',
  never: 'others’ words kept out',
} as const
type Score = Record<keyof typeof SCORES, Tally>
const none = (): Score => {
  const tally = (): Tally => ({ of: 0, good: 0 })
  return {
    recall: tally(),
    precision: tally(),
    current: tally(),
    whose: tally(),
    alone: tally(),
    once: tally(),
    struck: tally(),
    never: tally(),
  }
}

async function scored(dialogue: Dialogue, isShown: boolean): Promise<Score> {
  const { id, keep, changed, open, never } = dialogue
  const { said, noted, memory } = await notedOf(dialogue)
  const gold = [...keep, ...changed.flatMap(({ now: current, old }) => [current, old])]
  const isGold = ({ text }: { text: string }): boolean => gold.some((fact) => says(text, fact))
  const lines = noted.filter((line) => isGold(line) || !open.some((fact) => says(line.text, fact)))
  const live = memory.filter(({ struck }) => !struck)
  const past = memory.filter(({ struck }) => struck)
  const found = gold.filter((fact) => lines.some(({ text }) => says(text, fact)))
  const right = lines.filter(isGold)
  // Rules strike nothing: a new value stands beside the old one, and its day tells which holds.
  const current = changed.filter(({ now: is }) => live.some(({ text }) => says(text, is)))
  const whose = right.filter(({ text, source }) => {
    const seqs = source.from.flatMap((ref) => messagesIn(ref) ?? []).flatMap(({ from, to }) => [from, to])
    return (
      source.by !== 'document' &&
      gold.some((fact) => says(text, fact) && seqs.some((seq) => says(said[seq] ?? '', fact)))
    )
  })
  const alone = lines.filter(({ text }) => !DANGLING.test(text.replace(/^\w+: /, '')))
  const standing = keep.filter((fact) => live.some(({ text }) => says(text, fact)))
  const once = standing.filter((fact) => live.filter(({ text }) => says(text, fact)).length === 1)
  const wronged = keep.filter((fact) => !standing.includes(fact) && past.some(({ text }) => says(text, fact)))
  const kept = never.filter((fact) => lines.some(({ text, source }) => source.by === 'user' && says(text, fact)))
  if (isShown) {
    const show = (what: string, all: readonly (readonly string[] | string)[]): void => {
      for (const each of all) console.log(`  ${id}: ${what}: ${typeof each === 'string' ? each : each.join(' + ')}`)
    }
    const texts = (all: readonly { text: string }[]): string[] => all.map(({ text }) => text)
    show(
      'missed',
      gold.filter((fact) => !found.includes(fact)),
    )
    show('not wanted', texts(lines.filter((line) => !isGold(line))))
    show(
      'new value missed',
      changed.filter((each) => !current.includes(each)).map(({ now: is }) => is),
    )
    show('source', texts(right.filter((line) => !whose.includes(line))))
    show('not alone', texts(lines.filter((line) => !alone.includes(line))))
    show('struck by mistake', wronged)
    show(
      'twice',
      standing.filter((fact) => !once.includes(fact)),
    )
  }
  const tally = (good: readonly unknown[], of: readonly unknown[]): Tally => ({ of: of.length, good: good.length })
  return {
    recall: tally(found, gold),
    precision: tally(right, lines),
    current: tally(current, changed),
    whose: tally(whose, right),
    alone: tally(alone, lines),
    once: tally(once, standing),
    struck: { of: standing.length + wronged.length, good: standing.length },
    never: { of: never.length, good: never.length - kept.length },
  }
}

function percent({ good, of }: Tally): string {
  return of === 0 ? '–' : `${((100 * good) / of).toFixed(1)} % (${good}/${of})`
}

console.log(
  `| part | dialogues | ${Object.values(SCORES).join(' | ')} |\n| --- | --- |${' --- |'.repeat(Object.keys(SCORES).length)}`,
)
for (const { part, dialogues } of wanted) {
  const sum = none()
  const keys = Object.keys(sum) as (keyof Score)[]
  for (const dialogue of dialogues) {
    const score = await scored(dialogue, part === 'tuning' && args.includes('--show'))
    for (const key of keys) {
      sum[key].good += score[key].good
      sum[key].of += score[key].of
    }
  }
  console.log(`| ${part} | ${dialogues.length} | ${keys.map((key) => percent(sum[key])).join(' | ')} |`)
}
