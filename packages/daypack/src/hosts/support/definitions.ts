import { retrievalTools } from '../../retrieval/index.ts'

/** Definitions of the retrieval tools, for hosts that register tools before a session exists. */
export const readingTools = retrievalTools({ seen: () => [], read: async () => '', path: (ref) => ref })
