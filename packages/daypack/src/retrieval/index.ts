import type { ModelTool } from '../model/tool.ts'
import { sessionSearch } from './engine.ts'
import { readRef, type ReadRefOptions } from './read-ref.ts'
import { recall, type RecallToolOptions } from './recall.ts'
import type { RetrievalSource } from './source.ts'

export { sessionSearch } from './engine.ts'
export { readRef, type ReadRefOptions } from './read-ref.ts'
export { recall, type RecallToolOptions } from './recall.ts'
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
export function retrievalTools(
  source: RetrievalSource,
  options: { readonly read?: ReadRefOptions; readonly recall?: RecallToolOptions } = {},
): ModelTool[] {
  const read = readRef(source, options.read)
  return [read, recall(source, { readTool: read.name, search: sessionSearch(source), ...options.recall })]
}
