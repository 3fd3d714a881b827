import { modelOf, type Model } from 'daypack'
import { KNOWN_MODELS } from 'daypack/internal'
import { tableLines } from '../show/words.ts'
import { print, settingsFor, type WorkspaceOptions } from './pack.ts'

export function modelsCommand(name: string | undefined, options: WorkspaceOptions): number {
  const own = settingsFor(options).config.models ?? {}
  const all = { ...KNOWN_MODELS.models, ...own }
  const found = Object.entries(all)
    .filter(([each]) => name === undefined || each.includes(name.toLowerCase()))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  const exact = found.length === 0 ? modelOf(name, own) : undefined
  const rows = exact && name !== undefined ? [[name, exact] as const] : found
  if (rows.length === 0) {
    console.error(
      `daypack: no model is known by "${name}". Its server may tell its window; else set "models": { "${name}": { "window": 32000 } } in daypack.json.`,
    )
    return 1
  }
  return print(
    options,
    { date: KNOWN_MODELS.date, sources: KNOWN_MODELS.sources, models: Object.fromEntries(rows) },
    () => [
      ...tableLines([HEAD, ...rows.map(([each, model]) => rowOf(each, model, Object.hasOwn(own, each)))], isText),
      '',
      `Dollars for a million tokens. As published until ${KNOWN_MODELS.date}; your own under "models" in daypack.json come first.`,
    ],
  )
}

const HEAD = ['model', 'window', 'answer', 'input', 'cached', 'written', 'output', '']
const isText = (column: number) => column === 0 || column === HEAD.length - 1

function rowOf(name: string, { window, maxOutput, price, until }: Model, isOwn: boolean): string[] {
  const dollars = price ? [price.input, price.cacheRead, price.cacheWrite, price.output].map(String) : ['', '', '', '']
  const above = price?.above ? `above ${price.above.tokens} tokens: ${price.above.input} … ${price.above.output}` : ''
  const notes = [isOwn ? 'yours' : '', until === undefined ? '' : `switched off on ${until}`, above]
  const said = notes.filter((note) => note !== '').join('; ')
  return [name, String(window), String(maxOutput ?? ''), ...dollars, said]
}
