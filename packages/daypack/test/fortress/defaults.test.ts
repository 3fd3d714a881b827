import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

/**
 * Defaults as the tables of the docs give them, against what the code says where it names the option: `keep = 3`,
 * `options.keep ?? 3`, `keep: 3`. A figure in a table that no code has fails, and so does code that was changed alone.
 */
const ROOT = path.join(import.meta.dirname, '../../../..')
const D = 'packages/daypack/src'
const PAGES: Record<string, readonly string[]> = {
  'passes/budget.md': [`${D}/passes/budget.ts`],
  'passes/clear.md': [`${D}/passes/clear.ts`],
  'passes/collapse.md': [`${D}/passes/collapse.ts`],
  'passes/compact.md': [`${D}/passes/compact.ts`, `${D}/handover/**/*.ts`],
  'passes/media.md': [`${D}/passes/media.ts`],
  'passes/offload.md': [`${D}/passes/offload.ts`],
  'passes/snip.md': [`${D}/passes/snip.ts`],
  'passes/trim.md': [`${D}/passes/trim.ts`],
  'engine.md': [
    `${D}/config.ts`,
    `${D}/presets/daypack.ts`,
    `${D}/handover/note/*.ts`,
    `${D}/drivers/files/*.ts`,
    `${D}/memory/**/*.ts`,
    `${D}/model/call-caps.ts`,
  ],
  'presets.md': [`${D}/presets/daypack.ts`],
  'memory.md': [`${D}/memory/**/*.ts`, `${D}/model/call-caps.ts`, `${D}/daypack.ts`, `${D}/session/*.ts`],
  'memory-search.md': [`${D}/memory/**/*.ts`],
  'config.md': [
    'packages/cli/src/config/*.ts',
    'packages/cli/src/chat/{open,turn,chat,workspace,preamble,slash/context,slash/compact,tools/shell}.ts',
    `${D}/config.ts`,
    `${D}/presets/daypack.ts`,
    `${D}/memory/**/*.ts`,
    `${D}/session/memory.ts`,
    `${D}/handover/note/*.ts`,
  ],
  'gateway.md': ['packages/cli/src/program/*', 'packages/cli/src/commands/*.ts'],
}

/** Where the code says a default in another way: the words it must have, made of the figure in the docs. */
const isTrue = (code: string) => (value: string) => (value === 'true' ? code : 'no such default')
const isFalse = (code: string) => (value: string) => (value === 'false' ? code : 'no such default')
const SAID: Record<string, (value: string) => string> = {
  'passes/clear.md idleMs': (minutes) => `CLEAR_IDLE_MS = ${minutes} * 60_000`,
  'passes/compact.md tail': (percent) => `DEFAULT_TAIL = { share: ${Number(percent) / 100}, `,
  'passes/compact.md summary': (kind) => (kind === 'story' ? "options.summary === 'memo'" : 'no such default'),
  'passes/compact.md viewShare': (share) => `VIEW_SHARE = ${share}`,
  'passes/offload.md protectedMax': (times) => `options.protectedMax ?? max * ${times}`,
  'engine.md warn': (name) => `warn: (line: string) => ${name}(line)`,
  'engine.md retention': (days) => `retentionDays = ${days}`,
  'engine.md callCaps': (calls) => `maxCallsPerDay = ${calls}`,
  'engine.md folders': (name) => `'${name}'`,
  'engine.md language': (name) => (name === 'en' ? "language === 'zh' ? " : 'no such default'),
  'engine.md keep': (name) => `keep: '${name}' as Keep, ...changes`,
  'config.md keep': (name) => `keep: '${name}' as Keep, ...changes`,
  'memory.md flush': isTrue('init.flush === false'),
  'memory.md brief': isTrue('settings.memory.brief !== false'),
  'config.md backend': (name) => `'${name}'`,
  'memory.md watch': isTrue('init.watch === false'),
  'memory.md caps': (calls) => `maxCallsPerDay = ${calls}`,
  'memory-search.md keyword': isTrue('options.keyword === false'),
  'memory-search.md meaning': isTrue('options.meaning !== false'),
  'memory-search.md embeddingCacheSize': (size) => `CACHE_SIZE = ${size}`,
  'memory-search.md grow': isTrue('options.grow ?? !isReme'),
  'config.md language': (name) => (name === 'en' ? "language === 'zh' ? " : 'no such default'),
  'config.md maxOutput': (tokens) => `MOST_OUTPUT = ${grouped(tokens)}`,
  'config.md enabled': isTrue('memory.enabled === false'),
  'config.md flush': isTrue('memory?.flush !== false'),
  'config.md recall': isFalse('if (!recall || enabled === false) return'),
  'config.md keyword': isTrue('keyword: byWords = true'),
  'config.md rebuildOnStart': isFalse('if (config.memory?.rebuildOnStart && '),
  'config.md shellTimeoutSeconds': (seconds) => `TIMEOUT_SECONDS = ${seconds}`,
  'config.md historyMaxChars': (chars) => `MAX_CHARS = ${grouped(chars)}`,
  'gateway.md port': (port) => `DEFAULT_PORT = ${port}`,
}
/** As figures are written in code. */
function grouped(value: string): string {
  return value.replaceAll(/\B(?=(?:\d{3})+$)/g, '_')
}

describe.each(Object.entries(PAGES))('docs/%s', (page, sources) => {
  const code = sources
    .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(path.join(ROOT, file), 'utf8'))
    .join('\n')
  const rows = figures(readFileSync(path.join(ROOT, 'docs', page), 'utf8'))
  test.each(rows)('%s is %s', (name, value) => {
    const said = SAID[`${page} ${name}`]
    if (said) return expect(code).toContain(said(value))
    return expect({ [name]: defaultsOf(name, code) }).toEqual({ [name]: expect.arrayContaining([value]) })
  })
  test('has a table of defaults', () => expect(rows.length).toBeGreaterThan(0))
})

/** Names and figures of the tables with a column `default`. */
function figures(text: string): [name: string, value: string][] {
  return [...text.matchAll(/^\| (?:option|name|number) \| default \|.*\n\|[-| ]*\n((?:\|.*\n)+)/gm)].flatMap(
    ([, body = '']) =>
      body
        .trim()
        .split('\n')
        .flatMap((line) => {
          const [, names = '', defaults = ''] = line.split(/(?<!\\)\|/)
          const options = [...names.matchAll(/`[-.]*([\w.]+)[^`]*`/g)].map(
            ([, name = '']) => name.split('.').at(-1) ?? '',
          )
          const values = defaults.split(/, (?![^[{]*[\]}])/).map((value) => value.trim())
          return options.flatMap((name, at): [string, string][] => {
            const value = plain(values[at] ?? '')
            return value === undefined ? [] : [[name, value]]
          })
        }),
  )
}

/** A figure, a flag or a word in quotes; undefined for prose. */
function plain(value: string): string | undefined {
  const [, said] = /^`'?([\w.-]+)'?`$/.exec(value) ?? []
  if (said !== undefined) return said
  const [number] = /^\d[\d,]*(?:\.\d+)?(?= |;|$)/.exec(value) ?? []
  if (number !== undefined) return number.replaceAll(',', '')
  return /^(?:true|false)$/.test(value) ? value : undefined
}

/** Every default the code has for an option of this name. */
function defaultsOf(name: string, code: string): string[] {
  const places = new RegExp(String.raw`\b${name}\??(?: =|:| \?\?) (?=([\w.'* ]+))`, 'g')
  return [...new Set([...code.matchAll(places)].map(([, value = '']) => worth(value.trim(), code)))]
}

/** Written out: a constant by its value, a product multiplied. */
function worth(value: string, code: string): string {
  if (/^[A-Z][A-Z_]*$/.test(value)) {
    const [, meant] = new RegExp(String.raw`const ${value} = ([\w.'* ]+)`).exec(code) ?? []
    return meant === undefined ? value : worth(meant.trim(), code)
  }
  if (/^[\d_. *]+$/.test(value))
    return String(value.split('*').reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1))
  return value.replaceAll("'", '')
}
