import { createHash } from 'node:crypto'
import { reasonOf } from '../model/errors.ts'
import type { ModelTool } from '../model/tool.ts'
import { cutHead } from '../passes/cut/cut.ts'
import { numberIn, objectIn, textIn, type RetrievalSource, type SeenMessage } from './source.ts'
import type { SessionSearch } from './engine.ts'
import { READ_REF } from './read-ref.ts'
import type { Passage } from './scan.ts'

const MAX_BYTES = 8_000
const MOST = 50
const PASSAGE_BYTES = 1_600

export function recall(source: RetrievalSource, search: SessionSearch): ModelTool {
  return {
    name: 'recall',
    description:
      'Search everything said, called and returned earlier in this conversation, also what is no longer shown. Answers with passages and where they stand. Use the words you expect to stand there: names, paths, error texts.',
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string' },
        limit: { type: 'integer', minimum: 1, maximum: 20, description: 'Passages; 5 if not given.' },
        cursor: { type: 'string', description: 'From the end of an earlier answer, with the same query.' },
      },
      required: ['query'],
    },
    async run(input) {
      const fields = objectIn(input)
      const query = textIn(fields, 'query')
      if (query === undefined) return 'Error: query is missing.'
      const limit = Math.min(20, Math.max(1, numberIn(fields, 'limit') ?? 5))
      const offset = offsetOf(textIn(fields, 'cursor'), query)
      if (offset === undefined) return 'Error: that cursor belongs to another query; leave it out to start again.'
      try {
        const found = await search(query, MOST)
        const seen = new Map((await source.seen()).map((each) => [each.number, each]))
        return answer(found.slice(offset, offset + limit), offset, found.length, query, seen)
      } catch (error) {
        return `Error: ${reasonOf(error)}`
      }
    },
  }
}

function answer(
  passages: readonly Passage[],
  offset: number,
  total: number,
  query: string,
  seen: ReadonlyMap<number, SeenMessage>,
): string {
  if (passages.length === 0) return offset === 0 ? `Nothing in this session matches "${query}".` : 'No more passages.'
  const parts: string[] = []
  let size = 0
  for (const passage of passages) {
    const text = `[${cite(passage, seen.get(passage.number))}]\n${clipPassage(passage.text)}`
    size += Buffer.byteLength(text) + 2
    if (size > MAX_BYTES && parts.length > 0) break
    parts.push(text)
  }
  const next = offset + parts.length
  const more = next < total ? `, cursor=${next}.${cursorOf(query)} for more` : ''
  return `${parts.join('\n\n')}\n\n[${parts.length} of ${total} passages; ${READ_REF} with file_path=<message> shows the whole of one${more}]`
}

function clipPassage(text: string): string {
  const data = Buffer.from(text)
  return data.length <= PASSAGE_BYTES ? text : `${data.toString('utf8', 0, cutHead(data, PASSAGE_BYTES).to).trimEnd()}…`
}

function cite(passage: Passage, seen: SeenMessage | undefined): string {
  const block = seen?.message.blocks[passage.index]
  const who =
    block?.type === 'tool-result'
      ? `result of ${block.tool || 'a tool'}`
      : block?.type === 'tool-call'
        ? 'tool call'
        : (seen?.message.role ?? '')
  const when = seen ? `, ${new Date(seen.at).toISOString().slice(0, 16).replace('T', ' ')}` : ''
  return `message ${passage.number}.${passage.index}, lines ${passage.startLine}–${passage.endLine}${who ? `, ${who}` : ''}${when}`
}

/** A cursor is bound to its query, so that it cannot lead into another's passages. */
function offsetOf(cursor: string | undefined, query: string): number | undefined {
  if (cursor === undefined) return 0
  const [offset, by] = cursor.split('.')
  return by === cursorOf(query) && /^\d+$/.test(offset ?? '') ? Number(offset) : undefined
}

function cursorOf(query: string): string {
  return createHash('sha256').update(query.trim()).digest('hex').slice(0, 8)
}
