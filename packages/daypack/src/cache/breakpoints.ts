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
  const isSplit = split !== request
  const places = placesOf(split)
  const marked = places.filter(({ marker }) => marker).length
  let free = max - marked - (isObject((request as JsonObject)['cache_control']) ? 1 : 0)
  // Only the part before the boundary is the same for everybody.
  const scope = boundary === undefined || isSplit ? options.systemScope : undefined
  const chosen = new Map<Place, JsonObject>()
  for (const place of wantedPlaces(places, options, isSplit)) {
    if (free <= 0) break
    if (place.marker || chosen.has(place)) continue
    const lifetime = legalTtl(places, place, place.section === 'messages' ? ttl : systemTtl)
    const shared = place.section === 'system' && scope
    chosen.set(place, { type: 'ephemeral', ...(lifetime === '1h' && { ttl: lifetime }), ...(shared && { scope }) })
    free--
  }
  return [...chosen].reduce((made, [place, marker]) => withMarker(made, place, marker), split)
}

/** Blocks of messages in a request: what `sentBlocks` of the next one asks for. */
export function countBlocks(request: Request): number {
  return placesOf(request).filter(({ section }) => section === 'messages').length
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
  for (const section of ['tools', 'system'] as const)
    for (const [at, block] of blocksOf(request[section]).entries()) add(section, at, 0, block)
  for (const [at, message] of request.messages.entries()) {
    for (const [block, value] of blocksOf(isObject(message) ? message['content'] : undefined).entries())
      add('messages', at, block, value)
  }
  return found
}

function wantedPlaces(places: readonly Place[], options: BreakpointOptions, isSplit: boolean): Place[] {
  const of = (section: Place['section']) => places.filter((place) => place.section === section)
  const messages = of('messages')
  const tools = lastMarkable(of('tools'))
  const fixed = lastMarkable(isSplit ? of('system').slice(0, 1) : of('system')) ?? tools
  const before = lastMarkable(messages.slice(0, options.sentBlocks ?? 0))
  const grid: (Place | undefined)[] = []
  for (let at = Math.floor((messages.length - 1) / STRIDE) * STRIDE; at >= STRIDE && grid.length < 2; at -= STRIDE)
    grid.push(lastMarkable(messages.slice(0, at)))
  const wanted = [lastMarkable(messages), fixed, options.tools ? tools : undefined, before, ...grid]
  return wanted.filter((place) => place !== undefined)
}

function lastMarkable(places: readonly Place[]): Place | undefined {
  return places.findLast(({ isMarkable }) => isMarkable)
}

/** No 1h after a 5m: our marker gives way to the client's. */
function legalTtl(places: readonly Place[], place: Place, ttl: Ttl): Ttl {
  const at = places.indexOf(place)
  const isLong = ({ marker }: Place) => marker?.['ttl'] === '1h'
  if (places.slice(at + 1).some(isLong)) return '1h'
  return places.slice(0, at).some((other) => other.marker && !isLong(other)) ? '5m' : ttl
}

const MARKABLE = new Set(['text', 'image', 'document', 'tool_use', 'tool_result', 'search_result'])

function canMark(value: unknown, section: Place['section']): boolean {
  if (!isObject(value)) return false
  if (section === 'tools') return value['defer_loading'] !== true
  const type = value['type']
  if (typeof type !== 'string' || !MARKABLE.has(type)) return false
  if (type === 'text') return typeof value['text'] === 'string' && value['text'].trim() !== ''
  return type !== 'tool_result' || blocksOf(value['content']).length > 0
}

function withMarker<R extends Request>(request: R, { section, at, block }: Place, marker: JsonObject): R {
  const mark = (list: readonly unknown[], place: number) =>
    list.map((one, index) => (index === place ? { ...(one as JsonObject), cache_control: marker } : one))
  if (section !== 'messages') return { ...request, [section]: mark(blocksOf(request[section]), at) }
  const messages = request.messages.map((message, index) =>
    index === at && isObject(message) ? { ...message, content: mark(blocksOf(message['content']), block) } : message,
  )
  return { ...request, messages }
}

function withBoundary<R extends Request>(request: R, boundary: string): R {
  const [first, ...rest] = blocksOf(request.system)
  if (!isObject(first) || first['type'] !== 'text' || typeof first['text'] !== 'string') return request
  const at = first['text'].indexOf(boundary)
  if (at < 0) return request
  const halves = [first['text'].slice(0, at), first['text'].slice(at + boundary.length)]
  const parts = halves.filter((text) => text.trim() !== '').map((text) => ({ type: 'text', text }))
  return { ...request, system: [...parts, ...rest] }
}

function blocksOf(content: unknown): readonly unknown[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  return Array.isArray(content) ? content : []
}
