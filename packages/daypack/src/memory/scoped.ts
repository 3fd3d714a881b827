import { DaypackError } from '../model/errors.ts'
import type { Memory } from './api.ts'
import type { Hit } from './index/search-api.ts'
import type { PageLine } from './notes/lines.ts'
import type { ScopeKind } from './scope.ts'

/** A memory with the name of its scope, such as `user/ana`. */
export type NamedMemory = { readonly name: string; readonly memory: Memory }

/** What is said goes to the owner's notes; those of the other scopes are read beside them. */
export type ScopedMemory = Memory & {
  /** Put a line into a scope that others read, with who shared it; one's own stays. */
  share(id: string, kind: ScopeKind): Promise<PageLine>
}

const BRIEF_TOKENS = 800
/** The owner's share of the block at the start of a session. */
const OWN_SHARE = 0.5

export function scopedMemory(own: NamedMemory, others: readonly NamedMemory[]): ScopedMemory {
  const all = [own, ...others]
  const holderOf = async (id: string): Promise<NamedMemory> => {
    for (const each of all) if ((await each.memory.lines.get(id)) !== undefined) return each
    return own
  }
  const { memory } = own
  /** The memory a path of a hit is in, and the path there. */
  const placeOf = (path: string): { memory: Memory; path: string } => {
    const each = all.find(({ name }) => path.startsWith(prefix(name)))
    return each === undefined ? { memory, path } : { memory: each.memory, path: path.slice(prefix(each.name).length) }
  }
  const scoped: ScopedMemory = {
    ...memory,
    async search(query, options) {
      const answers = await Promise.all(all.map(({ memory: each }) => each.search(query, options)))
      const hits = answers.flatMap(({ hits: found }, index) => found.map((hit) => placed(hit, all[index]?.name)))
      const [first] = answers
      const abstains = answers.every(({ status }) => status.abstains)
      return {
        ...first!,
        hits: hits.toSorted((a, b) => b.score - a.score).slice(0, options?.limit ?? 10),
        status: { ...first!.status, abstains },
      }
    },
    async get(path, from, lines) {
      const place = placeOf(path)
      return place.memory.get(place.path, from, lines)
    },
    async origin(hit) {
      const place = placeOf(hit.path)
      return place.memory.origin({ ...hit, path: place.path })
    },
    async brief({ maxTokens = BRIEF_TOKENS } = {}) {
      const rest = Math.floor((maxTokens * (1 - OWN_SHARE)) / Math.max(1, others.length))
      const messages = await Promise.all(
        all.map(({ memory: each }, index) =>
          each.brief({ maxTokens: others.length === 0 ? maxTokens : index === 0 ? maxTokens * OWN_SHARE : rest }),
        ),
      )
      const blocks = messages.flatMap((message) => message?.blocks ?? [])
      return blocks.length === 0 ? undefined : { role: 'user', blocks }
    },
    async recall(said, entries, options) {
      let found = await memory.recall(said, entries, options)
      for (const { memory: each } of others) if (!found.message) found = await each.recall(said, entries, options)
      return found
    },
    lines: {
      list: async () => (await Promise.all(all.map(linesIn))).flat(),
      get: async (id) => (await Promise.all(all.map(linesIn))).flat().find((line) => line.id === id),
      change: async (id, text, source) => (await holderOf(id)).memory.lines.change(id, text, source),
      end: async (id) => (await holderOf(id)).memory.lines.end(id),
      async history(id) {
        const versions = await Promise.all(all.map(({ memory: each }) => each.lines.history(id)))
        return versions.find(({ length }) => length > 0) ?? []
      },
    },
    async share(id, kind) {
      const line = await memory.lines.get(id)
      const target = others.find(({ name }) => name.startsWith(`${kind}/`))
      if (line === undefined)
        throw new DaypackError(
          'not-found',
          `Line ${id} is not in this memory's own page, so it cannot be shared; memory.lines.list() names those that are.`,
        )
      if (target === undefined) throw new DaypackError('bad-config', `No ${kind} was named: memory.for({ ${kind} }).`)
      await target.memory.remember(line.text, { from: own.name })
      return (await target.memory.lines.get(id)) ?? line
    },
    tools: () => memory.tools(scoped),
    async close() {
      for (const { memory: each } of all) await each.close()
    },
  }
  return scoped
}

async function linesIn({ name, memory }: NamedMemory): Promise<PageLine[]> {
  return (await memory.lines.list()).map((line) => ({ ...line, scope: name }))
}

function prefix(name: string): string {
  return `scopes/${name}/`
}

/** With the path at which `get` finds it. */
function placed(hit: Hit, name = ''): Hit {
  return { ...hit, path: `${prefix(name)}${hit.path}`, citation: `${prefix(name)}${hit.citation}` }
}
