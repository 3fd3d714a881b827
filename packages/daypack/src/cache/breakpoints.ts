import { isObject, type JsonObject } from '../model/json.ts'

export type BreakpointOptions = {
  /** Lifetime of what is written; system and tools may live longer than the conversation. */
  readonly ttl?: Ttl
  readonly systemTtl?: Ttl
  /** Over tools, system and messages, the client's own included. */
  readonly max?: number
  /** Blocks of messages the last request had: with it, the old entry is found however much was added. */
  readonly sentBlocks?: number
  /** A marker at the end of the tools too, so that they stay cached when the system prompt changes. */
  readonly tools?: boolean
  /** Written into the marker of the static system prompt, for servers that share it between users; with a `boundary` only where it is found. */
  readonly systemScope?: 'global'
  /** Text that parts the static half of the system prompt from the half that changes; taken out. */
  readonly boundary?: string
}
export type Ttl = '5m' | '1h'

/** Providers look back a limited number of blocks from a breakpoint; with a marker this often one is always found. */
const STRIDE = 15

type Request = { readonly tools?: unknown; readonly system?: unknown; readonly messages: readonly unknown[] }

/**
 * Sets cache markers on an Anthropic request within its limits; one that has all its markers comes back as it is.
 *
 * @example
 * import { placeBreakpoints } from 'daypack'
 *
 * const messages = [{ role: 'user', content: [{ type: 'text', text: 'Hello.' }] }]
 * const marked = placeBreakpoints({ model: 'claude-opus-4-5', system: 'Be brief.', messages })
 * if (!JSON.stringify(marked.messages).includes('cache_control')) throw new Error('the end of the conversation is marked')
 */
export function placeBreakpoints<R extends Request>(request: R, options: BreakpointOptions = {}): R {
  const { ttl = '5m', systemTtl = ttl, max = 4, boundary } = options
  const split = boundary === undefined ? request : withBoundary(request, boundary)
  const places = placesOf(split)
  let free =
    max - places.filter(({ marker }) => marker).length - (isObject((request as JsonObject)['cache_control']) ? 1 : 0)
  const chosen = new Map<Place, Ttl>()
  for (const place of wantedPlaces(places, options, boundary !== undefined && split !== request)) {
    if (free <= 0) break
    if (place.marker || chosen.has(place)) continue
    chosen.set(place, legalTtl(places, place, place.section === 'messages' ? ttl : systemTtl))
    free--
  }
  // Only the part before the boundary is the same for everybody.
  const scope = boundary === undefined || split !== request ? options.systemScope : undefined
  return chosen.size === 0 ? split : withMarkers(split, chosen, scope)
}

/** Blocks of messages in a request: what `sentBlocks` of the next one asks for. */
export function countBlocks(request: Request): number {
  return placesOf(request).filter(({ section }) => section === 'messages').length
}

/** The system prompt as two blocks, the static one first, so that a marker fits between them. */
export function systemBlocks(fixed: string, changing: string): JsonObject[] {
  return [fixed, changing].filter((text) => text.trim() !== '').map((text) => ({ type: 'text', text }))
}

type Place = {
  readonly section: 'tools' | 'system' | 'messages'
  /** Of the tool, system block or message, and of the block inside the message. */
  readonly at: number
  readonly block: number
  readonly isMarkable: boolean
  readonly marker?: JsonObject
}

function placesOf(request: Request): Place[] {
  const found: Place[] = []
  const add = (section: Place['section'], at: number, block: number, value: unknown): void => {
    const marker = isObject(value) ? value['cache_control'] : undefined
    found.push({ section, at, block, isMarkable: canMark(value, section), ...(isObject(marker) && { marker }) })
  }
  for (const [at, tool] of listOf(request.tools).entries()) add('tools', at, 0, tool)
  for (const [at, block] of blocksOf(request.system).entries()) add('system', at, 0, block)
  for (const [at, message] of request.messages.entries()) {
    for (const [block, value] of blocksOf(isObject(message) ? message['content'] : undefined).entries())
      add('messages', at, block, value)
  }
  return found
}

function wantedPlaces(places: readonly Place[], options: BreakpointOptions, isSplit: boolean): Place[] {
  const messages = places.filter(({ section }) => section === 'messages')
  const last = lastMarkable(messages, messages.length - 1)
  const system = places.filter(({ section }) => section === 'system')
  const fixed =
    lastMarkable(isSplit ? system.slice(0, 1) : system, system.length - 1) ??
    lastMarkable(
      places.filter(({ section }) => section === 'tools'),
      places.length,
    )
  const tools = options.tools
    ? lastMarkable(
        places.filter(({ section }) => section === 'tools'),
        places.length,
      )
    : undefined
  const before = options.sentBlocks === undefined ? undefined : lastMarkable(messages, options.sentBlocks - 1)
  const grid: (Place | undefined)[] = []
  for (let at = Math.floor((messages.length - 1) / STRIDE) * STRIDE; at >= STRIDE && grid.length < 2; at -= STRIDE)
    grid.push(lastMarkable(messages, at - 1))
  return [last, fixed, tools, before, ...grid].filter((place) => place !== undefined)
}

function lastMarkable(places: readonly Place[], upTo: number): Place | undefined {
  return places.slice(0, upTo + 1).findLast(({ isMarkable }) => isMarkable)
}

/** No 1h after a 5m: our marker gives way to the client's. */
function legalTtl(places: readonly Place[], place: Place, ttl: Ttl): Ttl {
  const at = places.indexOf(place)
  const lifetime = ({ marker }: Place): Ttl | undefined => (marker ? (marker['ttl'] === '1h' ? '1h' : '5m') : undefined)
  if (places.slice(at + 1).some((other) => lifetime(other) === '1h')) return '1h'
  return places.slice(0, at).some((other) => lifetime(other) === '5m') ? '5m' : ttl
}

const MARKABLE = new Set(['text', 'image', 'document', 'tool_use', 'tool_result', 'search_result'])

function canMark(value: unknown, section: Place['section']): boolean {
  if (!isObject(value)) return false
  if (section === 'tools') return value['defer_loading'] !== true
  const type = value['type']
  if (typeof type !== 'string' || !MARKABLE.has(type)) return false
  if (type === 'text') return typeof value['text'] === 'string' && value['text'].trim() !== ''
  return (
    type !== 'tool_result' ||
    (value['content'] !== undefined && value['content'] !== '' && listOf(value['content'], true).length > 0)
  )
}

function withMarkers<R extends Request>(request: R, chosen: ReadonlyMap<Place, Ttl>, scope?: 'global'): R {
  const by = (section: Place['section'], at: number): [Place, Ttl][] =>
    [...chosen].filter(([place]) => place.section === section && place.at === at)
  const result: Record<string, unknown> = { ...request }
  for (const section of ['tools', 'system'] as const) {
    if (![...chosen.keys()].some((place) => place.section === section)) continue
    const list = section === 'tools' ? listOf(request.tools) : blocksOf(request.system)
    result[section] = list.map((block, at) =>
      by(section, at).reduce((made, [, ttl]) => withMarker(made, ttl, section === 'system' ? scope : undefined), block),
    )
  }
  result['messages'] = request.messages.map((message, at) => {
    const here = by('messages', at)
    if (here.length === 0 || !isObject(message)) return message
    const content = blocksOf(message['content']).map((block, index) =>
      here.filter(([place]) => place.block === index).reduce((made, [, ttl]) => withMarker(made, ttl), block),
    )
    return { ...message, content }
  })
  return result as R
}

function withMarker(block: unknown, ttl: Ttl, scope?: 'global'): JsonObject {
  const marker = { type: 'ephemeral', ...(ttl === '1h' && { ttl }), ...(scope && { scope }) }
  return { ...(block as JsonObject), cache_control: marker }
}

function withBoundary<R extends Request>(request: R, boundary: string): R {
  const [first, ...rest] = blocksOf(request.system)
  if (!isObject(first) || first['type'] !== 'text' || typeof first['text'] !== 'string') return request
  const at = first['text'].indexOf(boundary)
  if (at < 0) return request
  return {
    ...request,
    system: [...systemBlocks(first['text'].slice(0, at), first['text'].slice(at + boundary.length)), ...rest],
  }
}

function blocksOf(content: unknown): readonly unknown[] {
  return typeof content === 'string' ? (content === '' ? [] : [{ type: 'text', text: content }]) : listOf(content)
}

function listOf(value: unknown, orText = false): readonly unknown[] {
  return Array.isArray(value) ? value : orText && typeof value === 'string' ? [value] : []
}
