// How often the rules take a sentence that nobody said to be remembered: articles, and what people write to coding agents.
// Run: node --conditions=daypack-source bench/memory/passing.ts [--show]
import { extract } from '../../packages/daypack/src/memory/write/extract.ts'
import { sentences } from '../../packages/daypack/src/memory/write/sentences.ts'
import { speechOf } from '../../packages/daypack/src/memory/write/speech.ts'
import { passingTexts } from './strangers-data.ts'

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
