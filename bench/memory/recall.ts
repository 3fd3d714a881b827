// What is recalled into the prompt after 60 days: the right note within 300 tokens, and how often a stale or a needless one.
// Run: node --conditions=daypack-source bench/memory/recall.ts [--show]
import { createMemory } from 'daypack/memory'
import { lived } from './days.ts'

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
    ['周会几点开？', '九点'],
    ['房租什么时候交？', '二十号'],
    ['发票找谁要？', '黄'],
    ['促销能花多少钱？', '三千'],
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
    ['Wann ist Training?', 'Mittwoch'],
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

console.log(
  '| person | right note offered | stale note offered | offered where nothing fits |\n| --- | --- | --- | --- |',
)
for (const [file, asked] of Object.entries(ASKED)) {
  const { driver, now } = await lived(file)
  const memory = createMemory({ driver, now, watch: false, schedule: false, zone: 'UTC' })
  await memory.ready()
  const sum = { wanted: 0, right: 0, stale: 0, needless: 0, none: 0 }
  for (const [query, needs, stale] of asked) {
    const { message } = await memory.recall(query, [], { maxTokens: 300 })
    const block = message?.blocks[0]
    const text = block?.type === 'text' ? block.text : ''
    const isRight = needs !== undefined && text.includes(needs)
    const isStale = stale !== undefined && text.replaceAll(needs ?? '', '').includes(stale)
    if (needs === undefined) sum.none++
    else sum.wanted++
    if (isRight) sum.right++
    if (isStale) sum.stale++
    if (needs === undefined && text !== '') sum.needless++
    const isNeedless = needs === undefined && text !== ''
    if (process.argv.includes('--show') && (isStale || isNeedless || (needs !== undefined && !isRight)))
      console.log(`  ${isStale ? 'stale' : isNeedless ? 'needless' : 'missed'}: ${query}`)
  }
  await memory.close()
  console.log(`| ${file} | ${sum.right} of ${sum.wanted} | ${sum.stale} | ${sum.needless} of ${sum.none} |`)
}
