import { retrievalTools } from '../../retrieval/index.ts'

/** The tools for reading back, for hosts that want to know them before there is a session. */
export const readingTools = retrievalTools({ seen: () => [], read: async () => '', path: (ref) => ref })
