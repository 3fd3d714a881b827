import { createHash } from 'node:crypto'
import type { IndexChange, IndexReader, IndexStore, IndexUnit, Scope } from '../../src/model/index-store.ts'
import { randomFrom, type Random } from '../crash/random.ts'

const SCOPES: readonly Scope[] = ['notes', 'dialog', 'results']
const WORDS = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', '数据', 'é', 'beside']
const digest = (value: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest('hex')
    .slice(0, 8)
const sha = (text: string) => createHash('sha256').update(text).digest('hex')

type Shown = { readonly steps?: number; readonly rows?: () => string }

/**
 * What an index holds and answers after each of many drawn changes, free of its own numbering; `rows` tells what stands in its
 * tables.
 */
export async function indexed(store: IndexStore, { steps = 40, rows = () => '' }: Shown = {}): Promise<string> {
  const random = randomFrom(1)
  const lines = [`- claimed: ${JSON.stringify(await store.claim('a'))} ${JSON.stringify(await store.claim('a'))}`]
  for (let at = 1; at <= steps; at++) {
    const step = Math.round((at * 40) / steps)
    const changes = Array.from({ length: 1 + random.below(4) }, () => changeOf(random, step))
    await store.write(changes)
    lines.push(`- ${step}: ${await seen(store)}; ${rows()}`)
    if (step % 10 === 0) lines.push(`  vectors ${await vectored(store, random, step)}`)
    if (step === 15) lines.push(`  claimed otherwise: ${JSON.stringify(await store.claim('b'))}`)
    if (step === 20 || step === 21) {
      const next = await store.next()
      await next.write([changeOf(random, step), changeOf(random, step)])
      await (step === 20 ? next.discard() : next.publish())
      lines.push(`  ${step === 20 ? 'discarded' : 'published'}: ${await seen(store)}; ${rows()}`)
    }
  }
  for (const [key, at] of [
    ['a', 1],
    ['b', 2],
    ['c', 3],
    ['a', 4],
    ['d', 5],
  ] as const)
    await store.cache.set(key, Float32Array.of(at), 3)
  const cached: unknown[] = []
  for (const key of ['a', 'b', 'c', 'd']) cached.push([...((await store.cache.get(key)) ?? [])])
  lines.push(`- cached ${JSON.stringify(cached)}`)
  await store.scrub()
  lines.push(`- scrubbed: ${await seen(store)}; ${rows()}`)
  await store.cache.clear()
  lines.push(`- cleared: ${JSON.stringify((await store.cache.get('d')) ?? null)}; ${rows()}`)
  return lines.join('\n')
}

function changeOf(random: Random, step: number): IndexChange {
  const scope = random.pick(SCOPES)
  const path = `${random.pick(['a', 'b', 'c', 'd', 'e'])}.md`
  if (random.chance(0.2)) return { scope, path, removed: true }
  const units = Array.from({ length: random.below(random.chance(0.1) ? 60 : 6) }, (_, at) => unitOf(random, at))
  return { scope, path, hash: `h${step}`, modified: step, indexedAt: step * 10, units }
}

function unitOf(random: Random, at: number): IndexUnit {
  const words = Array.from({ length: 1 + random.below(6) }, () => random.pick(WORDS))
  const terms = new Map<string, number>()
  for (const word of words) terms.set(word, Math.round(((terms.get(word) ?? 0) + 0.3) * 20) / 20)
  if (random.chance(0.1)) terms.set('much', 204.75)
  return {
    startLine: at * 2 + 1,
    endLine: at * 2 + 2,
    text: words.join(' '),
    heading: random.pick(['', 'h', 'h > i']),
    hash: sha(words.join(' ')),
    length: words.length,
    day: random.pick([0, 1, 20_000]),
    flags: random.below(64),
    terms,
    ...(random.chance(0.2) && { continues: true as const }),
    ...(random.chance(0.2) && { speaker: 'Anna' }),
  }
}

async function seen(store: IndexStore): Promise<string> {
  const parts: string[] = []
  for (const scope of SCOPES) {
    const files = [...(await store.files(scope)).values()].toSorted((a, b) => (a.path < b.path ? -1 : 1))
    const told = store.reader ? [await store.reader(scope)] : await asked(store, scope)
    const readers: unknown[] = []
    for (const reader of told) readers.push(await dump(reader))
    const [first] = told
    parts.push(
      `${scope} ${first?.units} units ${first?.fileCount} files ${first?.totalLength} long ${digest(files)} ${readers.map(digest).join(' ')}`,
    )
  }
  return `${parts.join(', ')}, newest ${await store.newest(SCOPES)} ${await store.newest(['notes'])}`
}

async function asked(store: Extract<IndexStore, { reader?: undefined }>, scope: Scope): Promise<IndexReader[]> {
  const none = { terms: [], k: 4, reach: 0, days: [], hashes: [] }
  return [
    await store.search(scope, {
      ...none,
      terms: [
        { term: 'alpha', weight: 1 },
        { term: 'beta', weight: 0.5 },
        { term: 'gamma', weight: 0 },
      ],
      reach: 1,
    }),
    await store.search(scope, { ...none, days: [{ from: 1, to: 1 }] }),
    await store.search(scope, { ...none, hashes: [sha('alpha'), sha('beta')], k: 2, reach: 2 }),
  ]
}

/** Everything a reader tells, by places instead of its own numbers. */
async function dump(reader: IndexReader): Promise<unknown> {
  const hashes = await reader.hashes()
  const live = Array.from({ length: reader.size }, (_, unit) => unit).filter((unit) => (reader.files[unit] ?? -1) >= 0)
  const texts = await reader.texts(live)
  const places = new Map(live.map((unit, at) => [unit, `${texts[at]?.path}#${texts[at]?.startLine}`]))
  const units = live.map((unit, at) => [
    places.get(unit),
    texts[at],
    hashes[unit],
    reader.lengths[unit],
    reader.days[unit],
    reader.flags[unit],
    places.get(reader.files[unit] ?? -1),
  ])
  const postings: unknown[] = []
  for (const term of [...WORDS, 'much', 'none']) {
    const found = await reader.postings(term)
    postings.push([
      term,
      found && [...found.units].map((unit, at) => `${places.get(unit)} ${found.freqs[at]?.toFixed(2)}`).toSorted(),
      found?.whole && [found.whole.units, found.whole.files],
    ])
  }
  const starting = await Promise.all(
    ['be', 'a', '数', 'x', ''].map(async (prefix) => [...(await reader.startingWith(prefix))].toSorted()),
  )
  return {
    units: units.map((unit) => JSON.stringify(unit)).toSorted(),
    postings,
    starting,
    of: [reader.units, reader.fileCount, reader.totalLength],
  }
}

async function vectored(store: IndexStore, random: Random, step: number): Promise<string> {
  const { vectors } = store
  const hashes = WORDS.map(sha)
  await vectors.put(
    's',
    hashes
      .slice(0, 1 + random.below(9))
      .map((hash, at) => ({ hash, vector: Int8Array.of(at * 10, 127 - at * 10, step) })),
  )
  if (step === 30) await vectors.prune('s')
  if (step === 40) await vectors.prune()
  if (!('nearest' in vectors))
    return JSON.stringify((await vectors.get('s', hashes)).map((vector) => [...(vector ?? [])].join()))
  const near = await vectors.nearest('notes', 's', Float32Array.of(0.6, 0.8, 0), 3)
  const missing = (await vectors.missing('s', 5)).map(({ hash }) => hash.slice(0, 4)).toSorted()
  return `${near.hits.map(({ hash, cosine }) => `${hash.slice(0, 4)} ${cosine.toFixed(3)}`).join(' ')} ${near.mean.toFixed(3)} ${near.deviation.toFixed(3)} missing ${missing.length} covered ${JSON.stringify(await vectors.covered('notes', 's'))}`
}
