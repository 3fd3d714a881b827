// Daypack without one of its rules: the source as it is, with a text in it replaced while it is loaded.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as Compact from '../../packages/daypack/src/passes/compact.ts'

export type Rule = {
  readonly name: string
  /** Of packages/daypack/src. */
  readonly file: string
  readonly find: string
  readonly replace: string
}

const SOURCE = path.join(import.meta.dirname, '../../packages/daypack/src/')
const ROOT = pathToFileURL(SOURCE).href
const rules = new Map<string, readonly Rule[]>()

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    const variant = context.parentURL === undefined ? null : new URL(context.parentURL).searchParams.get('without')
    if (variant === null || !found.url.startsWith(ROOT) || found.url.endsWith('.json')) return found
    return { ...found, url: `${found.url.split('?')[0]}?without=${encodeURIComponent(variant)}` }
  },
  load(url, context, next) {
    const found = next(url, context)
    const [file, query = ''] = url.split('?')
    const own = rules.get(new URLSearchParams(query).get('without') ?? '') ?? []
    let source = Buffer.from(found.source as Buffer).toString('utf8')
    for (const { find, replace } of own.filter((rule) => `${ROOT}${rule.file}` === file))
      source = source.replace(find, () => replace)
    return own.length === 0 ? found : { ...found, source }
  },
})

/** The pass that writes hand-overs, without these rules. Each variant has modules of its own. */
export async function compactWithout(name: string, without: readonly Rule[]): Promise<typeof Compact.compact> {
  for (const { file, find } of without)
    if (!readFileSync(path.join(SOURCE, file), 'utf8').includes(find))
      throw new Error(`${name}: not in ${file}: ${find}`)
  rules.set(name, without)
  const url = `${ROOT}passes/compact.ts?without=${encodeURIComponent(name)}`
  return ((await import(url)) as typeof Compact).compact
}
