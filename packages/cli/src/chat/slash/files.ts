import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { reasonOf, type Message } from 'daypack'
import { anthropic } from 'daypack/codecs'
import { parsedJson } from 'daypack/internal'
import { z } from 'zod'
import { workspaceOf } from '../../config/pack-options.ts'
import type { Chat } from '../types.ts'
import { saying } from '../turn.ts'
import { whole } from '../whole.ts'
import { clear } from './sessions.ts'

/** One message in Anthropic's form; the first may be a summary. */
const LINE = z.object({
  role: z.enum(['user', 'assistant', 'system']).transform((role) => (role === 'system' ? 'user' : role)),
  content: z.union([z.string(), z.array(z.record(z.string(), z.unknown()).transform(fromAgentScope))]),
  metadata: z.object({ has_compressed_summary: z.string().optional() }).optional(),
})

export async function dumpHistory(chat: Chat): Promise<void> {
  const { session, ui } = chat
  const shown: Message[] = []
  for (const item of session.view.items) {
    const { role, blocks } =
      item.kind === 'fold' ? saying('user', item.summary.text) : await whole(session, item.message)
    // Signed reasoning is bound to this conversation.
    shown.push({ role, blocks: blocks.filter((block) => block.type !== 'opaque') })
  }
  const said = shown.filter(({ blocks }) => blocks.length > 0)
  // Calls of tools that a request does not declare would go out as text.
  const tools = said.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === 'tool-call' ? [{ name: block.tool }] : [])),
  )
  const { messages } = anthropic.encode({ messages: said }, { messages: [], tools })
  const isSummary = session.view.items[0]?.kind === 'fold'
  const lines = messages.map((line, at) =>
    at === 0 && isSummary ? { ...(line as object), metadata: { has_compressed_summary: 'true' } } : line,
  )
  const file = fileOf(chat)
  await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  ui.line(`Wrote ${lines.length} messages to ${file}.`)
}

/** Every line is read before anything happens; what is open now goes to the archive first. */
export async function loadHistory(chat: Chat, words: string): Promise<void> {
  const { ui } = chat
  const file = words === '' ? fileOf(chat) : path.resolve(chat.cwd, words)
  const lines = await readLines(file).catch((error: unknown) => reasonOf(error))
  if (typeof lines === 'string') return ui.line(`Nothing was loaded or changed: ${lines}`)
  const { messages } = anthropic.decode({ messages: lines })
  if (messages.length === 0) return ui.line(`${file} holds no messages. Nothing has changed.`)
  await clear(chat)
  for (const { role, blocks } of messages) await chat.session.append({ role, blocks })
  const hasSummary = lines[0]?.metadata?.has_compressed_summary === 'true'
  if (hasSummary) await foldFirst(chat)
  ui.line(`Loaded ${messages.length} messages${hasSummary ? ', the first as the summary,' : ''} from ${file}.`)
}

function fileOf({ config, cwd, env }: Chat): string {
  return env['QWENPAW_DEBUG_HISTORY_FILE'] || path.join(workspaceOf(config, cwd), 'debug_history.jsonl')
}

async function readLines(file: string): Promise<z.output<typeof LINE>[]> {
  const lines = (await readFile(file, 'utf8')).split('\n')
  return lines.flatMap((line, at) => {
    if (line.trim() === '') return []
    const said = LINE.safeParse(parsedJson(line)).data
    if (!said)
      throw new Error(`${file}, line ${at + 1}, is no message: it needs a role (user or assistant) and content.`)
    return [said]
  })
}

/** The first message stands for what was folded before: it is shown as a summary. */
async function foldFirst({ session, pack, now }: Chat): Promise<void> {
  const { slots, head } = session.view
  const { seq = 0, message, sizes = [] } = slots[0] ?? {}
  const [block] = message?.blocks ?? []
  const text = block?.type === 'text' ? block.text : ''
  const size = { tokens: sizes[0]?.tokens ?? 0, bytes: sizes[0]?.bytes ?? 0 }
  const fold = { op: 'fold' as const, from: seq, to: seq, summary: { text, by: 'loaded' }, ...size }
  const made = { seq: head + 1, at: now(), kind: 'edits' as const, by: 'load_history', why: 'loaded', saved: 0 }
  await pack.driver.log?.append(session.id, [{ ...made, edits: [fold] }], { expect: head })
  await session.reread()
}

/** AgentScope writes results as `{ type: 'tool_result', id, name, output }`. */
function fromAgentScope(part: Record<string, unknown>): Record<string, unknown> {
  if (part['type'] !== 'tool_result' || part['output'] === undefined) return part
  return { type: 'tool_result', tool_use_id: part['id'], content: part['output'] }
}
