// Writes packages/daypack/src/tokens/models.json, the registry of models, from facts published in two npm packages and in
// Anthropic's SDK. Nothing of these packages is shipped: only windows, limits, prices and dates are taken.
//   node scripts/models.ts
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

type Rates = { input: number; output: number; cacheRead?: number; cacheWrite?: number }
type Row = { window: number; maxOutput?: number; price?: object; cacheSeconds?: number; until?: string }
type Maker = { live: string; older?: string; cacheSeconds?: number }
type Source = { package: string; version: string; date: string }
type Live = {
  id: string
  contextWindow: number
  maxTokens: number
  provider: string
  cost: Rates & { tiers?: (Rates & { inputTokensAbove: number })[] }
}
type Older = {
  id: string
  match?: Match & { or?: Match[] }
  context_window?: number
  prices: Record<string, unknown>
}
type Match = { equals?: string; starts_with?: string }

const TARGET = fileURLToPath(new URL('../packages/daypack/src/tokens/models.json', import.meta.url))
const LIVE: Source = { package: '@earendil-works/pi-ai', version: '1.5.0', date: '2026-11-02' }
const OLDER: Source = { package: '@pydantic/genai-prices', version: '0.1.8', date: '2026-09-23' }
/** Makers, as both packages call them, and how long each keeps a prompt; models that others serve have the same names. */
const MAKERS: Maker[] = [
  { live: 'anthropic', older: 'anthropic', cacheSeconds: 300 },
  { live: 'openai', older: 'openai', cacheSeconds: 300 },
  { live: 'google', older: 'google' },
  { live: 'deepseek', older: 'deepseek', cacheSeconds: 3_600 },
  { live: 'xai' },
  { live: 'mistral' },
  { live: 'moonshotai' },
  { live: 'zai' },
  { live: 'minimax' },
  { live: 'xiaomi' },
  { live: 'qwen-token-plan' },
]

/** Not models that talk, names of several, and spellings that `modelOf` finds anyway. */
const NO_CHAT =
  /-$|embed|tts|audio|image|realtime|transcribe|search|moderation|veo|imagen|computer|research|instruct|davinci|babbage|ada|curie|claude-[4-9]|gpt-\d-\d|gpt-35|-vision|\bclaude.*\d\.\d|exp|preview-0/

const folder = mkdtempSync(path.join(tmpdir(), 'daypack-models-'))
try {
  const offered = live()
  const dated = (name: string) => Object.keys(offered).some((other) => shortens(other, name))
  const before = Object.entries(await older()).filter(([name]) => !dated(name))
  const models: Record<string, Row> = { ...Object.fromEntries(before), ...offered }
  for (const [name, until] of Object.entries(ends())) if (models[name]) models[name].until = until
  write(models)
} finally {
  rmSync(folder, { recursive: true })
}

/** What is offered now. */
function live(): Record<string, Row> {
  const data = path.join(unpack(LIVE), 'dist/providers/data')
  const rows = MAKERS.flatMap((maker) => {
    const file = readFileSync(path.join(data, `${maker.live}.json`), 'utf8')
    const apis = JSON.parse(file) as Record<string, Record<string, Live>>
    const all = Object.values(apis).flatMap((api) => Object.entries(api))
    return all.flatMap(([key, model]) =>
      key.startsWith('chat:') ? [[model.id.toLowerCase(), liveRow(model, maker)]] : [],
    )
  })
  // The maker's own row comes first in the list and wins over one of a plan that has no prices.
  return Object.fromEntries(rows.toReversed())
}

function liveRow({ contextWindow, maxTokens, cost, provider }: Live, { cacheSeconds }: Maker): Row {
  const window = provider === 'openai' ? promptWindow(contextWindow) : contextWindow
  const tier = cost.tiers?.[0]
  return {
    window,
    maxOutput: maxTokens,
    ...(cost.input > 0 && {
      price: { ...rates(cost), ...(tier && { above: { tokens: tier.inputTokensAbove, ...rates(tier) } }) },
    }),
    ...(cacheSeconds && { cacheSeconds }),
  }
}

/** OpenAI's 400,000 hold 128,000 of answer that no prompt may use. */
function promptWindow(window: number): number {
  return window === 400_000 ? 272_000 : window
}

/** Without a price of its own, reading from or writing to the cache costs what plain input does. */
function rates({ input, output, cacheRead, cacheWrite }: Rates): Required<Rates> {
  return { input, output, cacheRead: cacheRead || input, cacheWrite: cacheWrite || input }
}

/** Models of which old transcripts speak. */
async function older(): Promise<Record<string, Row>> {
  const { findProvider } = (await import(pathToFileURL(path.join(unpack(OLDER), 'dist/index.js')).href)) as {
    findProvider: (query: { providerId: string }) => { models: Older[] } | undefined
  }
  const found = MAKERS.flatMap(({ older: providerId }) =>
    providerId === undefined ? [] : (findProvider({ providerId })?.models ?? []),
  )
  return Object.fromEntries(
    found.flatMap((model) => {
      const { input_mtok: input, output_mtok: output, cache_read_mtok, cache_write_mtok } = model.prices
      if (typeof input !== 'number' || typeof output !== 'number' || !model.context_window) return []
      const price = rates({ input, output, cacheRead: number(cache_read_mtok), cacheWrite: number(cache_write_mtok) })
      const window = promptWindow(model.context_window)
      return names(model).map((name) => [name, { window, price }] as const)
    }),
  )
}

function number(value: unknown): number {
  return typeof value === 'number' ? value : 0
}

function names({ id, match }: Older): string[] {
  const clauses = match?.or ?? [match]
  const said = clauses.flatMap((each) => each?.equals ?? each?.starts_with ?? [])
  const all = [id, ...said].map((name) => name.toLowerCase())
  return [...new Set(all)].filter(
    (name) => /^(?:[a-z][\w.-]*\d[\w.-]*|deepseek-\w+)$/.test(name) && !NO_CHAT.test(name),
  )
}

/** When models will be switched off, as Anthropic's SDK warns. */
function ends(): Record<string, string> {
  const sdk = fileURLToPath(import.meta.resolve('@anthropic-ai/sdk'))
  const text = readFileSync(path.join(path.dirname(sdk), 'resources/messages/messages.js'), 'utf8')
  const [, list = ''] = /DEPRECATED_MODELS = \{([^}]*)\}/.exec(text) ?? []
  return Object.fromEntries(
    [...list.matchAll(/'([^']+)': '(\w+) (\d+)\w*, (\d{4})'/g)].map(([, name, month, day, year]) => [
      String(name),
      new Date(`${month} ${day}, ${year} UTC`).toLocaleDateString('en-CA', { timeZone: 'UTC' }),
    ]),
  )
}

function unpack({ package: name, version }: Source): string {
  const to = mkdtempSync(path.join(folder, 'package-'))
  execFileSync('npm', ['pack', `${name}@${version}`, '--silent', '--min-release-age=0', '--pack-destination', to])
  const [tarball = ''] = readdirSync(to)
  execFileSync('tar', ['xzf', path.join(to, tarball), '-C', to])
  return path.join(to, 'package')
}

function write(models: Record<string, Row>): void {
  const same = (a?: Row, b?: Row) =>
    JSON.stringify(a?.price) === JSON.stringify(b?.price) && a?.window === b?.window && !b?.until
  const kept = Object.keys(models)
    .filter((name) => !Object.keys(models).some((other) => shortens(other, name) && same(models[other], models[name])))
    .toSorted()
  const rows = kept.map((name) => `    ${JSON.stringify(name)}: ${JSON.stringify(models[name])}`)
  const from = (source: Source) => `${source.package} ${source.version} (${source.date})`
  writeFileSync(
    TARGET,
    `{\n  "date": "${LIVE.date}",\n  "sources": ${JSON.stringify([from(LIVE), from(OLDER)])},\n  "models": {\n${rows.join(',\n')}\n  }\n}\n`,
  )
  console.log(`${kept.length} models in ${path.relative(process.cwd(), TARGET)}`)
}

/** A dated name of the same model: `claude-opus-4-5` and `claude-opus-4-5-20251101`. */
function shortens(short: string, name: string): boolean {
  return name !== short && name.startsWith(short) && /^-(?:\d{4}|latest|preview)/.test(name.slice(short.length))
}
