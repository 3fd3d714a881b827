import type { ModelTool } from '../model/tool.ts'
import { sessionSearch } from './engine.ts'
import { readRef } from './read-ref.ts'
import { recall } from './recall.ts'
import type { RetrievalSource } from './source.ts'

export type { RetrievalSource } from './source.ts'

/**
 * Both tools. Their results are bounded, and no pass cuts them again.
 *
 * @example
 * import { retrievalTools } from 'daypack'
 *
 * const source = { seen: () => [], read: async () => '', path: (ref: string) => ref }
 * const names = retrievalTools(source).map(({ name }) => name)
 * if (!names.includes('read_ref')) throw new Error('one reads back, one searches')
 */
export function retrievalTools(source: RetrievalSource): ModelTool[] {
  return [readRef(source), recall(source, sessionSearch(source))]
}
