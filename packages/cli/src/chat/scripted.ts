import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { DaypackError } from 'daypack'
import { startProvider, type ProviderCall, type Script, type ScriptedReply } from 'daypack-testing'

export async function startScripted(
  file: string | undefined,
  window?: number,
): Promise<{ url: string; close(): Promise<void> }> {
  const script = file === undefined ? small : await readScript(path.resolve(file))
  return startProvider({ script, ...(window !== undefined && { window }) })
}

async function readScript(file: string): Promise<Script> {
  if (/\.m?[jt]s$/.test(file)) {
    const made = (await import(pathToFileURL(file).href)) as { default?: Script }
    if (made.default) return made.default
  } else {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'))
    if (Array.isArray(value)) return value as ScriptedReply[]
  }
  throw new DaypackError(
    'bad-config',
    `${file} is not a script: write a JSON list of replies such as [{ "text": "hello" }].`,
  )
}

type Part = { readonly type?: string; readonly text?: string; readonly content?: unknown }

function small({ body }: ProviderCall): ScriptedReply {
  const messages = (body['messages'] ?? []) as readonly { role: string; content: string | readonly Part[] }[]
  const last = messages.at(-1)?.content ?? ''
  const parts = typeof last === 'string' ? [{ type: 'text', text: last }] : last
  const result = parts.find((part) => part.type === 'tool_result')
  if (result) return { text: `Done. The answer begins: ${textOf(result.content).split('\n')[0]?.slice(0, 200) ?? ''}` }
  const said = parts.findLast((part) => part.type === 'text')?.text ?? ''
  for (const [pattern, tool, input] of ORDERS) {
    const found = pattern.exec(said)
    if (found) return { text: `I will use ${tool}.`, calls: [{ tool, input: input(found[1]?.trim() ?? '.') }] }
  }
  return {
    text: `You said: “${said.slice(0, 200)}”. I am a scripted model and only know: read <file>, list <folder>, grep <words>, run <command>, remember <fact>, recall <words>.`,
  }
}

const ORDERS: readonly [RegExp, string, (words: string) => Record<string, string>][] = [
  [/^read\s+(.+)/i, 'read_file', (words) => ({ file_path: words })],
  [/^list(?:\s+(.+))?$/i, 'list_files', (words) => ({ path: words })],
  [/^grep\s+(.+)/i, 'grep_search', (words) => ({ pattern: words })],
  [/^run\s+(.+)/i, 'run_shell', (words) => ({ command: words })],
  [/^remember\s+(.+)/i, 'memory_write', (words) => ({ text: words, path: 'MEMORY.md' })],
  [/^recall\s+(.+)/i, 'recall', (words) => ({ query: words })],
]

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return Array.isArray(content) ? content.map((part: Part) => part.text ?? '').join('\n') : ''
}
