/** Notes of any size for measuring speed: sentences of real texts, made different by a fixed generator. */
import type { File } from './engines.ts'
import { squad } from './sets.ts'

export type SpeedText = {
  readonly name: string
  /** `- ` items, ten to a file. */
  readonly notes: (units: number) => File[]
  /** Questions to measure with, and others to warm up with. */
  readonly queries: readonly string[]
  readonly warmUp: readonly string[]
}

const UNITS_PER_FILE = 10
const QUERIES = 300
const WARM_UP = 100

type Random = (below: number) => number
type Line = (random: Random) => string

export function speedTexts(): SpeedText[] {
  const english = squad('', 'xquad/xquad.en.json.gz', 'paragraph')
  const chinese = ['xquad/xquad.zh.json.gz', 'cmrc2018/cmrc2018_dev.json.gz'].map((file) =>
    squad('', file, 'paragraph'),
  )
  const en = englishLine(english.files.map(({ text }) => text))
  const zh = chineseLine(chinese.flatMap(({ files }) => files.map(({ text }) => text)))
  const enQueries = english.questions.map(({ text }) => text)
  const zhQueries = mixed(...chinese.map(({ questions }) => questions.map(({ text }) => text)))
  const lines: readonly Line[] = [en, zh, codeLine(en)]
  return [
    speedText('English', en, enQueries),
    speedText('Chinese', zh, zhQueries),
    speedText('both, and names of code', (random) => (lines[random(3)] as Line)(random), mixed(enQueries, zhQueries)),
  ]
}

function speedText(name: string, line: Line, queries: readonly string[]): SpeedText {
  return {
    name,
    notes: (units) => notes(units, line),
    queries: queries.slice(0, QUERIES),
    warmUp: queries.slice(QUERIES, QUERIES + WARM_UP),
  }
}

function notes(units: number, line: Line): File[] {
  let seed = 1
  const random: Random = (below) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
    return seed % below
  }
  return Array.from({ length: units / UNITS_PER_FILE }, (_, file) => {
    const items = Array.from({ length: UNITS_PER_FILE }, () => `- ${line(random)} n${random(50_000)}`)
    return { path: `memory/note-${file}.md`, text: `# Note ${file}\n\n${items.join('\n')}\n` }
  })
}

/** A sentence with four words exchanged. */
function englishLine(texts: readonly string[]): Line {
  const sentences = texts.flatMap((text) => text.split(/(?<=[.!?])\s+/)).filter((sentence) => sentence.length > 30)
  const words = sentences.flatMap((sentence) => sentence.split(' '))
  return (random) => {
    const line = (sentences[random(sentences.length)] as string).split(' ')
    for (let change = 0; change < 4; change++) line[random(line.length)] = words[random(words.length)] as string
    return line.join(' ')
  }
}

/** Three parts of sentences. */
function chineseLine(texts: readonly string[]): Line {
  const parts = texts.flatMap((text) => text.split(/(?<=[。！？；，])/)).filter((part) => part.length > 6)
  return (random) => Array.from({ length: 3 }, () => parts[random(parts.length)] as string).join('')
}

/** What was done to which function in which file. */
function codeLine(line: Line): Line {
  return (random) => {
    const [first = '', second = '', third = '', ...rest] = line(random).match(/[A-Za-z]{3,}/g) ?? []
    const name = first.toLowerCase() + second.slice(0, 1).toUpperCase() + second.slice(1).toLowerCase()
    return `fixed \`${name}\` in src/${third.toLowerCase()}/${first.toLowerCase()}.ts: ${rest.slice(0, 12).join(' ')}`
  }
}

/** One of each in turn. */
function mixed(...lists: readonly (readonly string[])[]): string[] {
  const most = Math.max(...lists.map((list) => list.length))
  return Array.from({ length: most }, (_, at) => lists.map((list) => list[at]))
    .flat()
    .filter((text) => text !== undefined)
}
