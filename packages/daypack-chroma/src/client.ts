import { DaypackError } from 'daypack'

export type ChromaAddress = {
  /** Such as `http://127.0.0.1:8000`. */
  readonly url: string
  /** Sent as bearer token and as `x-chroma-token`. */
  readonly token?: string
  readonly tenant?: string
  readonly database?: string
}

export type Collection = {
  upsert(rows: readonly { id: string; vector: readonly number[]; scope: string }[]): Promise<void>
  query(vector: Float32Array, k: number, scope: string): Promise<{ id: string; distance: number }[]>
  ids(page: { limit: number; offset: number } | { ids: readonly string[] }): Promise<string[]>
  vectors(limit: number, scope: string): Promise<number[][]>
  remove(ids: readonly string[]): Promise<void>
}
export type ChromaClient = {
  alive(): Promise<void>
  /** Made when missing; distances are cosine distances. The server never embeds: there is no embedding function. */
  collection(name: string): Promise<Collection>
  names(): Promise<string[]>
  drop(name: string): Promise<void>
}

const TIMEOUT_MS = 5_000

/** The few calls of Chroma's HTTP interface (v2, server 1.0 and newer) that an index needs. */
export function chromaClient(address: ChromaAddress): ChromaClient {
  const { url, token, tenant = 'default_tenant', database = 'default_database' } = address
  const root = `${url.replace(/\/+$/, '')}/api/v2`
  const collections = `${root}/tenants/${encodeURIComponent(tenant)}/databases/${encodeURIComponent(database)}/collections`
  const headers = {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}`, 'x-chroma-token': token }),
  }
  const call = async (method: string, target: string, body?: unknown): Promise<unknown> => {
    let response: Response
    try {
      response = await fetch(target, {
        method,
        headers,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    } catch (error) {
      throw new DaypackError(
        'unreachable',
        `Chroma at ${url} does not answer (${reason(error)}). Is the server running?`,
        {
          cause: error,
        },
      )
    }
    const text = await response.text()
    if (response.ok) return text === '' ? undefined : (JSON.parse(text) as unknown)
    const isRefused = response.status === 401 || response.status === 403
    throw new DaypackError(
      isRefused ? 'bad-config' : 'io',
      isRefused
        ? `Chroma at ${url} rejects the token (${response.status}). Set the right one, or none.`
        : `Chroma at ${url} answered ${response.status}: ${text.slice(0, 200)}`,
      { details: { status: response.status } },
    )
  }
  return {
    alive: async () => void (await call('GET', `${root}/heartbeat`)),
    async collection(name) {
      const made = await call('POST', collections, {
        name,
        get_or_create: true,
        configuration: { hnsw: { space: 'cosine' } },
      })
      const { id } = made as { id: string }
      return collectionAt((what, body) => call('POST', `${collections}/${id}/${what}`, body))
    },
    async names() {
      const all = (await call('GET', `${collections}?limit=1000`)) as { name: string }[]
      return all.map(({ name }) => name)
    },
    drop: async (name) => void (await call('DELETE', `${collections}/${encodeURIComponent(name)}`)),
  }
}

function collectionAt(post: (what: string, body: unknown) => Promise<unknown>): Collection {
  return {
    async upsert(rows) {
      await post('upsert', {
        ids: rows.map(({ id }) => id),
        embeddings: rows.map(({ vector }) => vector),
        metadatas: rows.map(({ scope }) => ({ scope })),
      })
    },
    async query(vector, k, scope) {
      const answer = (await post('query', {
        query_embeddings: [[...vector]],
        n_results: k,
        where: { scope },
        include: ['distances'],
      })) as { ids: string[][]; distances: number[][] }
      const [ids = [], distances = []] = [answer.ids[0], answer.distances[0]]
      return ids.map((id, at) => ({ id, distance: distances[at] as number }))
    },
    async ids(page) {
      return ((await post('get', { ...page, include: [] })) as { ids: string[] }).ids
    },
    async vectors(limit, scope) {
      const answer = await post('get', { limit, where: { scope }, include: ['embeddings'] })
      return (answer as { embeddings: number[][] }).embeddings
    },
    remove: async (ids) => void (await post('delete', { ids })),
  }
}

function reason(error: unknown): string {
  const { cause, message } = error as Error
  return cause instanceof Error && cause.message !== '' ? cause.message : message
}
