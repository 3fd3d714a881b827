/**
 * Retrieval: quality on the memory sets, layouts of a dialogue, speed by size, abstention. From the repository root, after `npm ci` there and here:
 *
 *   node --conditions=daypack-source bench/retrieval/main.ts [quality|layouts|speed|calibrate|backends|all] [--sets name] [--engines name,name]
 *     [--sample n] [--write]
 *
 * `--write` puts the tables into docs/memory-search.md; a run of some sets or engines replaces their rows only.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { measureBackends } from './backends.ts'
import { report, samples } from './calibrate.ts'
import { measureLayouts, measureQuality, qualityTable, withRows } from './quality.ts'
import { measureOpening, measureSpeed, speedTable } from './speed.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sets: { type: 'string' },
    engines: { type: 'string' },
    sample: { type: 'string' },
    sizes: { type: 'string', default: '1000,10000,100000' },
    write: { type: 'boolean' },
  },
})
const what = positionals[0] ?? 'all'
const log = (line: string): void => console.error(line)

if (what === 'quality' || what === 'all') {
  const rows = await measureQuality({
    log,
    ...(values.sets && { sets: values.sets }),
    ...(values.engines && { engines: values.engines }),
    ...(values.sample && { sample: Number(values.sample) }),
  })
  publish('quality', qualityTable(rows), withRows)
}
if (what === 'layouts' || what === 'all') publish('layouts', await measureLayouts(log))
if (what === 'speed' || what === 'all') {
  const sizes = values.sizes.split(',').map(Number)
  const table = speedTable(await measureSpeed(sizes, log, values.engines))
  const largest = Math.max(...sizes)
  const { openMs, writeMs, bytes, rss } = await measureOpening(largest)
  publish(
    'speed',
    `${table}\n\nAt ${largest} units: opening and the first answer ${openMs.toFixed(0)} ms, a changed note until it is found ${writeMs.toFixed(0)} ms, ${(bytes / 1e6).toFixed(0)} MB on disk, ${(rss / 1e6).toFixed(0)} MB resident in the whole process.`,
  )
}
if (what === 'backends')
  publish(
    'backends',
    await measureBackends({ log, sample: Number(values.sample ?? 1), ...(values.sets && { sets: values.sets }) }),
  )
if (what === 'calibrate' || what === 'all') publish('abstention', report(await samples(Number(values.sample ?? 5))))

/** Between `<!-- bench:name -->` and `<!-- /bench:name -->`. */
function publish(name: string, text: string, merge = (_: string, newer: string): string => newer): void {
  console.log(`\n${text}\n`)
  if (!values.write) return
  const file = path.join(import.meta.dirname, '../../docs/memory-search.md')
  const page = readFileSync(file, 'utf8')
  const marked = new RegExp(`(<!-- bench:${name} -->\\n)([\\s\\S]*?)(\\n?<!-- /bench:${name} -->)`)
  writeFileSync(
    file,
    page.replace(
      marked,
      (_, before: string, old: string, after: string) => `${before}${merge(old, text)}\n${after.trimStart()}`,
    ),
  )
}
