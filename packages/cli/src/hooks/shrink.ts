import type { Daypack } from 'daypack'
import { readerNamed, readOn, toolTable } from 'daypack/internal'

/** Longer texts are kept in the workspace and shown by their beginning and end. */
const MAX_CHARS = 12_000
const HEAD_CHARS = 6_000
const TAIL_CHARS = 2_000
/** Files that are read are to be edited next, and our own answers are bounded already. */
const WHOLE = /^(?:Read|Edit|Write|MultiEdit|NotebookEdit|Task|Agent|TodoWrite|mcp__daypack__.*)$/

export async function shrink(pack: Daypack, tool: string, output: unknown): Promise<unknown> {
  if (WHOLE.test(tool)) return undefined
  let isCut = false
  const shrunk = await walk(output, async (text) => {
    const { blobs } = pack.driver
    if (text.length <= MAX_CHARS || !blobs) return text
    const { ref } = await blobs.put(text)
    isCut = true
    return cut(text, blobs.path(ref))
  })
  return isCut ? shrunk : undefined
}

const READER = readerNamed('Read', toolTable())

function cut(text: string, path: string): string {
  const head = text.slice(0, HEAD_CHARS).toWellFormed()
  const tail = text.slice(-TAIL_CHARS).toWellFormed()
  const left = text.length - HEAD_CHARS - TAIL_CHARS
  const line = head.split('\n').length
  return `${head}\n[${left} of ${text.length} characters left out; ${readOn({ reader: READER, path, head: { line } })}]\n${tail}`
}

async function walk(value: unknown, change: (text: string) => Promise<string>): Promise<unknown> {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return Promise.all(value.map((each) => walk(each, change)))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(async ([name, each]) => [name, await walk(each, change)] as const)
  return Object.fromEntries(await Promise.all(fields))
}
