// Which files of the library one request runs through: `node --conditions=daypack-source scripts/touched.mjs [--list | --calm]`.
// V8 counts calls; a file is touched when one of its functions ran. The driver is the one in memory, so that what is
// counted is the way through the engine, and not how bytes reach a disk.
import { Session as Inspector } from 'node:inspector/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const root = path.resolve(process.argv.slice(2).find((word) => !word.startsWith('--')) ?? '.')
const src = path.join(root, 'packages/daypack/src')
/** @param {string} file */
const load = (file) => import(pathToFileURL(path.join(src, file)).href)

const { createDaypack } = await load('index.ts')
const { anthropic } = await load('codecs/anthropic/index.ts')
const { memoryDriver } = await load('drivers/memory/index.ts')

let now = 1_700_000_000_000
const driver = await memoryDriver({ now: () => now, zone: 'UTC' })
const pack = await createDaypack({
  dir: '.',
  driver,
  window: 40_000,
  memory: false,
  retention: false,
  tuning: { now: () => now },
})
const session = await pack.session('touched')
/** @type {unknown[]} */
const messages = [{ role: 'user', content: 'Look at every file, one after the other.' }]
const inspector = new Inspector()
inspector.connect()
await inspector.post('Profiler.enable')

const wanted = process.argv.includes('--calm') ? 1 : 2
const figures = []
for (let step = 0; step < 60 && figures.length < wanted; step++) {
  const isCalmStep = step === 5
  await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const request = { model: 'claude-sonnet-4-5', max_tokens: 1_000, messages: [...messages] }
  const { plan, problem } = await session.prepare(anthropic, request)
  if (problem) throw problem
  const used = Math.ceil(JSON.stringify(messages).length / 4)
  const call = { type: 'tool_use', id: `toolu_${step}`, name: 'Read', input: { file_path: `src/file-${step}.ts` } }
  const reply = { role: 'assistant', content: [{ type: 'text', text: `Reading file ${step}.` }, call] }
  await session.record(anthropic, {
    model: request.model,
    content: reply.content,
    usage: { input_tokens: used, output_tokens: 40, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 },
  })
  const { result } = await inspector.post('Profiler.takePreciseCoverage')
  await inspector.post('Profiler.stopPreciseCoverage')
  const isEpoch = plan.tide !== 'none'
  if (isCalmStep || isEpoch) figures.push({ what: isEpoch ? 'epoch' : 'calm turn', files: touched(result) })
  const text = Array.from({ length: 150 }, (_, line) => `export const value${step}_${line} = ${line}`).join('\n')
  messages.push(reply, {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: call.id, content: text }],
  })
  now += 20_000
}
await pack.close()
inspector.disconnect()

for (const { what, files } of figures) {
  console.log(`${what}: ${files.length} files`)
  const folders = Map.groupBy(files, (file) => path.dirname(file))
  for (const [folder, inside] of folders)
    console.log(`  ${folder}: ${inside.map((file) => path.basename(file, '.ts')).join(', ')}`)
}

/** @param {import('node:inspector').Profiler.ScriptCoverage[]} scripts */
function touched(scripts) {
  return scripts
    .filter(({ url }) => url.startsWith(pathToFileURL(src).href))
    .filter(({ functions }) => functions.some(({ functionName, ranges }) => functionName !== '' && ranges[0]?.count))
    .map(({ url }) => path.relative(src, new URL(url).pathname))
    .toSorted()
}
