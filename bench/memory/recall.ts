// What is recalled into the prompt within 300 tokens: the right note, only wrong ones, a stale one, or a needless one where no
// note fits; after 60 days, and in notebooks of up to 228 days for questions in other words than the notes. When to offer what was
// chosen on half a of those.
// Run: node --conditions=daypack-source bench/memory/recall.ts [--show]
import { memoryDriver } from 'daypack/drivers'
import { createMemory } from 'daypack/memory'
import { answers, asked as paraphrases, half, notebook } from '../retrieval/paraphrases.ts'
import { lived } from './lived.ts'

/** Asked, what an answer needs, and what no longer holds; without an answer nothing should be offered. */
const ASKED: Readonly<Record<string, readonly (readonly [asked: string, needs?: string, stale?: string])[]>> = {
  'en-developer': [
    ['When is the release?', 'March 16', 'March 9'],
    ['What do we use for the job queue now?', 'River', 'go with pg-boss'],
    ['Who should look at my billing change?', 'Priya'],
    ['Where do I live?', 'Braga', 'Porto'],
    ['How do I name this column?', 'snake_case'],
    ['At what time is the stand-up?', '9:30', '9:15'],
    ['Which port does staging use?', '8081'],
    ['Can we order satay for the team lunch?', 'peanuts'],
    ['Who is responsible for QA?', 'Sam'],
    ['When is the security review?', 'May 4', 'April 20'],
    ['Where are the logs?', '/var/log/northwind'],
    ['Who has to approve the payroll change?', 'Ines'],
    ['Who am I?', 'Dana'],
    ['What is my name?', 'Dana'],
    ['What do you know about me?', 'Dana'],
    ['Who reviews PRs in billing?', 'Priya'],
    ['Whom do I report to?', 'Marcus'],
    ['Where does production run?', 'eu-west-1'],
    ['Which package manager do we use?', 'pnpm'],
    ['Where do incidents go?', 'Linear', 'go to Jira'],
    ['When are the backups made?', '2 am'],
    ['Which days am I off?', 'Fridays'],
    ['What is my time zone?', 'Europe/Lisbon'],
    ['Where are our docs hosted?', 'GitHub Pages'],
    ['Write a haiku about autumn leaves.'],
    ['What is the capital of Mongolia?'],
    ['Explain how a hash map works.'],
    ['Translate this sentence into French.'],
    ['How do I reverse a string in Python?'],
    ['Tell me a joke about penguins.'],
    ['What is the boiling point of ethanol?'],
    ['Fix the typo in the second paragraph.'],
    ['Who wrote Moby-Dick?'],
    ['Summarise this article in three points.'],
  ],
  'zh-shop': [
    ['新品什么时候上市？', '7月15号', '7月1号'],
    ['第二家店哪天开业？', '9月10日', '9月1日'],
    ['收银系统用的是什么？', 'Square', '客如云'],
    ['小红书谁在管？', '小周'],
    ['我女儿有什么不能吃？', '花生'],
    ['冰箱钥匙在哪里？', '老王'],
    ['税务的事找谁？', '赵敏'],
    ['我是谁？', '林芳'],
    ['我叫什么名字？', '林芳'],
    ['你知道我的什么？', '林芳'],
    ['我住在哪里？', '福田', '南山'],
    ['周会几点开？', '周二早上九点', '周一'],
    ['房租什么时候交？', '二十号'],
    ['发票找谁要？', '黄'],
    ['促销能花多少钱？', '四千', '三千'],
    ['蒙古的首都是哪里？'],
    ['写一首关于秋天的诗。'],
    ['水的沸点是多少？'],
    ['红楼梦是谁写的？'],
    ['把这句话翻译成英文。'],
    ['讲个笑话。'],
  ],
  'de-verein': [
    ['Wann ist die Mitgliederversammlung?', '28. März', '14. März'],
    ['Auf welches Konto gehen Spenden?', '2110'],
    ['Wer prüft die Rechnungen?', 'Kuhn'],
    ['Wann ziehen wir die Beiträge ein?', '15. April', '1. April'],
    ['Wo wohne ich?', 'Oldenburg', 'Bremen'],
    ['Wie heißt der Server?', 'reiher'],
    ['Wer bin ich?', 'Jonas'],
    ['Wie heiße ich?', 'Jonas'],
    ['Was weißt du über mich?', 'Jonas'],
    ['Wer hat den Schlüssel fürs Bootshaus?', 'Demir'],
    ['Wann ist Training?', 'donnerstags', 'Mittwoch'],
    ['Wogegen bin ich allergisch?', 'Nüsse'],
    ['Wie heißt meine Frau?', 'Ayla'],
    ['Womit teilen wir Dateien?', 'Seafile', 'für Nextcloud entschieden'],
    ['Was ist die Hauptstadt der Mongolei?'],
    ['Schreib ein Gedicht über den Herbst.'],
    ['Wie hoch ist der Siedepunkt von Wasser?'],
    ['Wer schrieb den Faust?'],
    ['Übersetze diesen Satz ins Englische.'],
    ['Erzähl mir einen Witz.'],
  ],
}

type Sum = {
  wanted: number
  right: number
  wrong: number
  notes: number
  stale: number
  needless: number
  none: number
}
type Driver = ReturnType<typeof memoryDriver>
type Wanted = {
  readonly query: string
  readonly isRight?: (note: string) => boolean
  readonly isStale?: (note: string) => boolean
}

async function recalled(driver: Driver, now: () => number, all: readonly Wanted[]): Promise<Sum> {
  const memory = createMemory({ driver, now, watch: false, schedule: false, zone: 'UTC' })
  await memory.ready()
  const sum = { wanted: 0, right: 0, wrong: 0, notes: 0, stale: 0, needless: 0, none: 0 }
  for (const { query, isRight, isStale } of all) {
    const { hits } = await memory.recall(query, [], { maxTokens: 300 })
    const right = isRight !== undefined && hits.some(({ text }) => isRight(text))
    const stale = isStale !== undefined && hits.some(({ text }) => isStale(text))
    const needless = isRight === undefined && hits.length > 0
    const wrong = isRight !== undefined && !right && hits.length > 0
    if (isRight === undefined) sum.none++
    else sum.wanted++
    if (right) sum.right++
    if (wrong) sum.wrong++
    if (stale) sum.stale++
    if (needless) sum.needless++
    sum.notes += hits.length
    const how = stale ? 'stale' : needless ? 'needless' : wrong ? 'wrong' : right ? undefined : 'missed'
    if (process.argv.includes('--show') && how !== undefined) console.log(`  ${how}: ${query}`)
  }
  await memory.close()
  return sum
}

function row(name: string, { wanted, right, wrong, notes, stale, needless, none }: Sum): void {
  const nothing = wanted - right - wrong
  console.log(
    `| ${name} | ${right} of ${wanted} | ${wrong} | ${nothing} | ${stale} | ${needless} of ${none} | ${notes} |`,
  )
}

function added(all: readonly Sum[]): Sum {
  const sum = (of: keyof Sum): number => all.reduce((total, each) => total + each[of], 0)
  return {
    wanted: sum('wanted'),
    right: sum('right'),
    wrong: sum('wrong'),
    notes: sum('notes'),
    stale: sum('stale'),
    needless: sum('needless'),
    none: sum('none'),
  }
}

console.log(
  '| notebook | right note | only wrong ones | nothing | a stale one | needless | notes in all |\n|---|---|---|---|---|---|---|',
)
for (const [file, asked] of Object.entries(ASKED)) {
  const { driver, now } = await lived(file)
  const wanted = asked.map(([query, needs, stale]): Wanted => ({
    query,
    ...(needs !== undefined && { isRight: (note) => note.includes(needs) }),
    ...(stale !== undefined && { isStale: (note) => note.replaceAll(needs ?? '', '').includes(stale) }),
  }))
  row(file, await recalled(driver, now, wanted))
}
const halves: Record<string, Sum[]> = { a: [], b: [] }
for (const [language, all] of Map.groupBy(paraphrases(), (each) => each.language)) {
  const now = (): number => Date.UTC(2026, 11, 1)
  const driver = memoryDriver({ now, zone: 'UTC' })
  for (const { path, text } of notebook(language)) await driver.notes.write(path, text, { expect: undefined })
  const wanted = all.map(({ text, gold }): Wanted => ({ query: text, isRight: (note) => answers(note, gold) }))
  const sums: Sum[] = []
  for (const [which, known] of Object.entries(halves)) {
    const sum = await recalled(
      driver,
      now,
      wanted.filter(({ query }) => half(query) === which),
    )
    known.push(sum)
    sums.push(sum)
  }
  row(`other words, ${language}`, added(sums))
}
for (const [which, sums] of Object.entries(halves)) row(`other words, half ${which}`, added(sums))
row('other words, all', added(Object.values(halves).flat()))
