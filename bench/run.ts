import { dayOf } from '../packages/daypack/src/model/day.ts'
// Everything at a small size, into docs/benchmarks.md: node --conditions=daypack-source bench/run.ts [--full] [--from results.json,…]
// `--from` takes replays that main.ts --json wrote instead of running them.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { byRepository, pareto, tables, totals, type Result } from './replay/report.ts'

const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    from: { type: 'string' },
    out: { type: 'string' },
    reuse: { type: 'boolean', default: false },
  },
})
const root = path.join(import.meta.dirname, '..')
const out = values.out ?? path.join(root, 'docs')
const small = values.full ? [] : ['--small']
const commands: string[] = []

function run(script: string, args: readonly string[] = [], env: Record<string, string> = {}): string {
  const shown =
    `node --conditions=daypack-source ${script} ${args.map((arg) => (arg === raw ? 'replay.json' : arg)).join(' ')}`.trim()
  console.error(shown)
  commands.push(shown)
  try {
    return execFileSync(process.execPath, ['--conditions=daypack-source', path.join(root, script), ...args], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...env },
    }).trim()
  } catch (error) {
    return `did not run: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`
  }
}

const folder = path.join(out, 'benchmarks')
mkdirSync(folder, { recursive: true })
const raw = path.join(tmpdir(), 'daypack-bench-replay.json')
if (!values.from) run('bench/replay/main.ts', ['--all', '--json', raw, ...small])
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Result[]
const results = [
  ...new Map(
    (values.from?.split(',') ?? [raw])
      .flatMap(read)
      .map((one) => [`${one.window} ${one.strategy} ${one.session}`, one]),
  ).values(),
]
writeFileSync(
  path.join(folder, 'replay.json'),
  `[\n${totals(results)
    .map((one) => JSON.stringify(one))
    .join(',\n')}\n]\n`,
)
for (const measure of ['stale', 'lines'] as const)
  writeFileSync(path.join(folder, `pareto-${measure}.svg`), pareto(results, measure))

/** The other benches; `--reuse` takes what the last run of them printed. */
const side = path.join(tmpdir(), 'daypack-bench-side.json')
const others = values.reuse && existsSync(side) ? (JSON.parse(readFileSync(side, 'utf8')) as Others) : runOthers()
commands.push(...(values.reuse ? others.commands : []))
const { tokens, engine, beside, compaction, found } = others
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
const sessions = new Set(results.map(({ session }) => session)).size

writeFileSync(
  path.join(out, 'benchmarks.md'),
  `# Benchmarks

Made by machine on ${dayOf(Date.now(), 'UTC')} at commit ${commit} with \`npm run bench${values.full ? ' -- --full' : ''}\`${values.from ? ' from stored replays (`bench/replay/main.ts --json`)' : ''}; Node ${process.version}, ${availableParallelism()} cores, load average ${loadavg()[0]?.toFixed(1)} (times mean little when that is above the number of cores). Notes on what pays and what does not: [benchmarks-notes.md](benchmarks-notes.md).

## Replay of real sessions

${sessions} real agent sessions, replayed step by step without calling a model: at every reply the caller sends its full history, the strategy returns what to send. **Cost** is relative to sending everything with an endless window (cached prefix 0.1, other input 1.25, output 5, five minutes of cache, own summarizer calls billed). **Stale recall**: of the names the agent wrote next into tool arguments and had last met more than 30 messages ago, the share that stood in view. **Edit lines**: of the lines it quoted in its next edit, the share in view. *Pressed*: the history is more than 0.8 of the window; *calm*: at most 0.45. Names ending in "-like", QwenPaw Light, mini-claude, clear_tool_uses and masking are re-implemented from published rules; AI SDK, LangChain and pi are the published packages; everybody gets the same summarizer, which holds as much as real summaries do.

![cost and stale recall](benchmarks/pareto-stale.svg)

![cost and edit lines](benchmarks/pareto-lines.svg)

${tables(results)}

### The default by repository

${byRepository(results)}

## Token counts

${asTable(tokens)}

## Engine

${asTable(engine)}

${asTable(beside)}

## Compaction

\`\`\`
${compaction}
\`\`\`

## Retrieval

${found}

## How to repeat it

The sessions are not part of this repository: set \`DAYPACK_DATA\` to a folder with \`trajectories/\`, or run \`daypack bench <folder>\` on your own transcripts. \`npm install\` in \`bench/\` brings the peers.

\`\`\`sh
npm run bench
${commands.join('\n')}
\`\`\`
`,
)

type Others = {
  readonly tokens: string
  readonly engine: string
  readonly beside: string
  readonly compaction: string
  readonly found: string
  readonly commands: readonly string[]
}

function runOthers(): Others {
  const before = commands.length
  const made = {
    tokens: run('bench/tokens/tokens.ts', small),
    engine: run('bench/engine/engine.ts', [], values.full ? {} : { SIZES: '100,1000', TURNS: '15' }),
    beside: run('bench/engine/peers.ts'),
    compaction: run('bench/compaction/main.ts'),
    found: run('bench/retrieval/main.ts', ['quality', ...(values.full ? [] : ['--sample', '60'])]),
  }
  const all = { ...made, commands: commands.slice(before) }
  writeFileSync(side, JSON.stringify(all))
  return all
}

/** Lines with bars as Markdown tables; blocks are parted by empty lines. */
function asTable(text: string): string {
  return text
    .split('\n\n')
    .map((part) => {
      const lines = part.split('\n')
      const wide = (lines[0] ?? '').split(' | ').length
      if (wide < 2) return `\`\`\`\n${part}\n\`\`\``
      const [head = '', ...rest] = lines
      const rows = rest.filter((line) => line.includes(' | ')).map((line) => `| ${line} |`)
      const more = rest.filter((line) => !line.includes(' | '))
      return [`| ${head} |`, `|${'---|'.repeat(wide)}`, ...rows, ...(more.length > 0 ? ['', ...more] : [])].join('\n')
    })
    .join('\n\n')
}
