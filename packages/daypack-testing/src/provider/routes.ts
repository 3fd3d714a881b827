import type { JsonObject } from 'daypack/internal'
import { anthropicWire } from './anthropic.ts'
import { geminiWire } from './gemini.ts'
import { chatWire } from './openai-chat.ts'
import { responsesWire } from './openai-responses.ts'
import type { ProviderParts } from './server.ts'
import type { Wire } from './wire.ts'

export type Asked = { readonly wire: Wire; readonly isCount?: boolean; readonly fields?: JsonObject }

const GEMINI = /^\/v1(?:beta|alpha)?\/models\/([^/:]+):(generateContent|streamGenerateContent|countTokens)$/

export function routesOf(parts: ProviderParts): (path: string) => Asked | undefined {
  const wires = {
    anthropic: anthropicWire(parts),
    chat: chatWire(parts),
    responses: responsesWire(parts),
    gemini: geminiWire(parts),
  }
  const exact: Readonly<Record<string, Asked>> = {
    '/v1/messages': { wire: wires.anthropic },
    '/v1/messages/count_tokens': { wire: wires.anthropic, isCount: true },
    '/v1/chat/completions': { wire: wires.chat },
    '/v1/responses': { wire: wires.responses },
    '/v1/responses/compact': { wire: wires.responses },
    '/v1/responses/input_tokens': { wire: wires.responses, isCount: true },
  }
  return (path) => {
    const [, model = '', verb] = GEMINI.exec(path) ?? []
    if (verb === undefined) return exact[path]
    const fields = { model: decodeURIComponent(model), ...(verb === 'streamGenerateContent' && { stream: true }) }
    return { wire: wires.gemini, isCount: verb === 'countTokens', fields }
  }
}

export function modelList(models: readonly string[]): JsonObject {
  const data = models.map((id) => ({
    id,
    object: 'model',
    type: 'model',
    display_name: id,
    created: 1,
    created_at: '2026-01-01T00:00:00Z',
    owned_by: 'scripted',
  }))
  const named = models.map((id) => ({ name: `models/${id}`, displayName: id }))
  return {
    object: 'list',
    data,
    models: named,
    has_more: false,
    first_id: models[0] ?? null,
    last_id: models.at(-1) ?? null,
  }
}
