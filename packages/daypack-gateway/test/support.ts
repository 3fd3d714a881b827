import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { createDaypack, type Daypack } from '../../daypack/src/daypack.ts'
import { memoryDriver } from '../../daypack/src/drivers/memory/index.ts'
import { createGateway, type Gateway, type GatewayOptions } from '../src/index.ts'
import type { Driver } from '../../daypack/src/model/driver.ts'
import { textOf } from '../../daypack/src/model/message.ts'
import { startProvider, type ProviderOptions } from '../../daypack-testing/src/provider/index.ts'

export const model = 'claude-opus-4-5'
export const KEY = 'sk-very-secret'
export const HOST = 'http://127.0.0.1:4141'

type Set = Partial<Omit<GatewayOptions, 'pack'>> & { driver?: Driver; provider?: Partial<ProviderOptions> }

/** A provider with this script, a pack, and a gateway between the two; whoever starts them closes them. */
export async function startGateway(script: ProviderOptions['script'], { driver, provider: how, ...options }: Set = {}) {
  const provider = await startProvider({ script, ...how })
  const pack = await createDaypack({
    driver: driver ?? memoryDriver({ now: Date.now }),
    memory: false,
    ...(options.window !== undefined && { window: options.window }),
  })
  const upstreams = {
    anthropic: provider.url,
    'openai-chat': `${provider.url}/v1`,
    'openai-responses': `${provider.url}/v1`,
  }
  const problems: string[] = []
  const gateway = createGateway({ pack, upstreams, onProblem: (problem) => problems.push(problem), ...options })
  return { provider, pack, gateway, problems }
}

/** Clients of the gateway there is at the time of each request. */
export function clientsOf(current: () => Gateway) {
  /** Into the gateway without a port. */
  const through = (url: string | URL | Request, init?: RequestInit) => current().fetch(new Request(url, init))
  const claude = (headers: Record<string, string> = {}, base = HOST) =>
    new Anthropic({ apiKey: KEY, baseURL: base, maxRetries: 2, fetch: through, defaultHeaders: headers })
  const chat = (base = `${HOST}/v1`) => new OpenAI({ apiKey: KEY, baseURL: base, maxRetries: 2, fetch: through })
  const raw = (body: string | Uint8Array, headers: Record<string, string> = {}, path = '/v1/messages') =>
    current().fetch(
      new Request(`${HOST}${path}`, {
        method: 'POST',
        body: body as string,
        headers: { 'x-api-key': KEY, ...headers },
      }),
    )
  return { through, claude, chat, raw }
}

export const tools = [{ name: 'read', input_schema: { type: 'object' as const } }]
export const user = (content: string): Anthropic.MessageParam => ({ role: 'user', content })
export const ask = (...messages: Anthropic.MessageParam[]) => ({ model, max_tokens: 100, tools, messages })

/** What each session's log says, by session. */
export async function loggedIn(pack: Daypack): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const id of await pack.sessions()) {
    const session = await pack.session(id)
    await session.idle()
    found[id] = session.view.slots.map(({ message }) => `${message.role}: ${textOf(message)}`)
  }
  return found
}
