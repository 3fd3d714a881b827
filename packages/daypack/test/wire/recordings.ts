import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { isList, isObject, stringAt } from '../../src/model/json.ts'
import type { Json, JsonObject } from '../../src/model/json.ts'
import { anthropicCollector, chatCollector, responsesCollector } from '../../src/hosts/support/collect.ts'
import type { WireName } from '../../../daypack-testing/test/wire-extras.ts'

export type Recording = { readonly name: string; readonly wire: WireName; readonly request: JsonObject }

/** Everything recorded on a wire, as requests: sent ones as they are, replies with what a caller would send next. */
export function recordings(data: string): Recording[] {
  const folder = (name: string) => path.join(data, 'wire', name)
  return [...cassettes(folder('llm-anthropic')), ...replies(folder('vercel-ai')), ...sessions(folder('agent-sessions'))]
}

/** Request bodies of VCR cassettes: single-quoted YAML, folded over lines. */
function cassettes(folder: string): Recording[] {
  return files(folder).flatMap(([name, text]) =>
    [...text.matchAll(/^ {4}body: '((?:[^']|'')*)'$/gm)].flatMap((found, index): Recording[] => {
      const unfolded = (found[1] ?? '')
        .replaceAll("''", "'")
        .replace(/\n *\n */g, '\n')
        .replace(/ *\n +/g, ' ')
      const request = parsed(unfolded)
      return isObject(request) && isList(request['messages'])
        ? [{ name: `${name} ${index}`, wire: 'anthropic', request }]
        : []
    }),
  )
}

function replies(folder: string): Recording[] {
  return files(folder).flatMap(([name, text]): Recording[] => {
    const response = name.endsWith('.json') ? parsed(text) : streamed(name, text)
    if (!isObject(response)) return []
    if (isList(response['content']) && response['type'] === 'message')
      return [{ name, wire: 'anthropic', request: afterMessage(response['content']) }]
    if (isList(response['output']))
      return [
        {
          name,
          wire: 'openai-responses',
          request: { model: 'gpt-5', input: [{ role: 'user', content: 'go' }, ...response['output']] },
        },
      ]
    const choice = isList(response['choices']) ? response['choices'][0] : undefined
    const message = isObject(choice) ? choice['message'] : undefined
    return isObject(message)
      ? [
          {
            name,
            wire: 'openai-chat',
            request: { model: 'gpt-5', messages: [{ role: 'user', content: 'go' }, message] },
          },
        ]
      : []
  })
}

/** The reply, and results for its calls. */
function afterMessage(content: readonly Json[]): JsonObject {
  const results = content.flatMap((block) =>
    stringAt(block, 'type') === 'tool_use'
      ? [{ type: 'tool_result', tool_use_id: stringAt(block, 'id') ?? '', content: 'ok' }]
      : [],
  )
  const next = results.length > 0 ? results : 'go on'
  const messages = [
    { role: 'user', content: 'go' },
    { role: 'assistant', content },
    { role: 'user', content: next },
  ]
  return { model: 'claude-opus-4-5', max_tokens: 100, tools: [{ name: 't' }], messages }
}

/** The events of every recorded stream. */
export function streams(data: string): { name: string; events: JsonObject[] }[] {
  return files(path.join(data, 'wire', 'vercel-ai'))
    .filter(([name]) => name.endsWith('.chunks.txt'))
    .map(([name, text]) => ({ name, events: text.split('\n').map(parsed).filter(isObject) }))
}

function streamed(name: string, text: string): JsonObject | undefined {
  const collector = name.startsWith('anthropic')
    ? anthropicCollector()
    : name.includes('__chat__')
      ? chatCollector()
      : responsesCollector()
  for (const line of text.split('\n')) {
    const event = parsed(line)
    if (isObject(event)) collector.event(event)
  }
  collector.end?.()
  return collector.response()
}

/** Session files of agents that keep what they sent: Codex and Grok as Responses items, Qwen as Gemini contents. */
function sessions(folder: string): Recording[] {
  return files(folder).flatMap(([name, text]): Recording[] => {
    const lines = text.split('\n').map(parsed).filter(isObject)
    if (name.startsWith('codex')) {
      const input = lines.flatMap((line) =>
        line['type'] === 'response_item' && isObject(line['payload']) ? [line['payload']] : [],
      )
      return [{ name, wire: 'openai-responses', request: { input } }]
    }
    if (name.startsWith('grok')) return [{ name, wire: 'openai-responses', request: { input: lines } }]
    if (!name.startsWith('qwen')) return []
    const contents = lines.flatMap((line) =>
      isObject(line['message']) && isList(line['message']['parts']) ? [line['message']] : [],
    )
    return [{ name, wire: 'gemini', request: { contents } }]
  })
}

function files(folder: string): [name: string, text: string][] {
  return readdirSync(folder)
    .toSorted()
    .map((file) => [file.replace(/\.gz$/, ''), gunzipSync(readFileSync(path.join(folder, file))).toString('utf8')])
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
