// How often the rules take a sentence that nobody said to be remembered: articles, and what people write to coding agents.
// Run: node --conditions=daypack-source bench/memory/passing.ts [--show]
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { extract } from '../../packages/daypack/src/memory/write/extract.ts'
import { sentences } from '../../packages/daypack/src/memory/write/sentences.ts'
import { speechOf } from '../../packages/daypack/src/memory/write/speech.ts'
import { sharedData } from '../../packages/daypack/test/shared-data.ts'

const data = sharedData()
if (data === undefined) throw new Error('The shared data is not here; set DAYPACK_DATA.')
const read = (...path: string[]): string => gunzipSync(readFileSync(join(data, ...path))).toString()
const SESSIONS = 'trajectories/specstory'

for (const [name, texts] of passingTexts()) {
  const all = [...new Set(texts.flatMap((text) => sentences(text)))]
  const taken: string[] = []
  for (const [seq, text] of [...new Set(texts)].entries()) {
    const message = { role: 'user' as const, blocks: [{ type: 'text' as const, text }] }
    const entry = { seq, at: 0, kind: 'message' as const, hash: '', sizes: [], counter: 'none', message }
    taken.push(...extract(await speechOf([entry])).map((item) => `${item.kind}: ${item.text}`))
  }
  console.log(`${name}: ${taken.length} of ${all.length} sentences`)
  if (process.argv.includes('--show')) for (const sentence of taken) console.log(`  ${sentence}`)
}

type Articles = { data: { paragraphs: { context: string }[] }[] }

/** Texts of which hardly any sentence was said to be remembered: articles, and what people write to coding agents. */
function passingTexts(): Map<string, string[]> {
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
