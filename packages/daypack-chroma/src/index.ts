import type { IndexStore } from 'daypack/internal'
import { chromaClient, type ChromaAddress } from './client.ts'
import { chromaVectors } from './vectors.ts'

export type ChromaIndexOptions = {
  /** The index that keeps units and words, such as the one in SQLite: it answers alone while the server is away. */
  readonly base: IndexStore
  readonly server: ChromaAddress
  /** Begins the names of the collections: one for each workspace that shares the server. */
  readonly collection?: string
}

/**
 * Vectors in a Chroma server, words in an index beside it. A server that fails leaves the words; it is asked again later.
 *
 * @example
 * import { chromaIndexStore } from 'daypack-chroma'
 * import { createSearcher, memoryIndexStore } from 'daypack/memory'
 *
 * const store = chromaIndexStore({ base: memoryIndexStore(), server: { url: 'http://127.0.0.1:8000' } })
 * const searcher = createSearcher({ store, now: Date.now })
 * await searcher.index('boat.md', '- The boat lies at pier nine.')
 * if ((await searcher.search('pier')).hits.length !== 1) throw new Error('words need no server')
 * await searcher.close()
 */
export function chromaIndexStore(options: ChromaIndexOptions): IndexStore {
  const { base, server, collection = 'daypack' } = options
  return {
    ...base,
    name: 'chroma',
    vectors: chromaVectors(base, chromaClient(server), collection),
  }
}

/**
 * Whether a server answers there; throws with the reason where it does not.
 *
 * @example
 * import { checkChroma } from 'daypack-chroma'
 *
 * const said = await checkChroma({ url: 'http://127.0.0.1:9' }).catch((error: Error) => error.message)
 * if (!said?.includes('does not answer')) throw new Error('nobody listens there')
 */
export async function checkChroma(address: ChromaAddress): Promise<void> {
  await chromaClient(address).names()
}
