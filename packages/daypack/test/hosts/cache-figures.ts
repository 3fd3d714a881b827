import type { ProviderRecord } from '../../../daypack-testing/src/provider/index.ts'

/** Of all that the request before had sent, how much was read from the cache; requests that broke the prefix apart. */
export function cacheFigures(requests: readonly ProviderRecord[]): { share: number; breaks: number } {
  let read = 0
  let could = 0
  let breaks = 0
  requests.forEach((request, index) => {
    const before = requests[index - 1]
    if (!before) return
    if (!continues(before, request)) {
      breaks++
      return
    }
    read += request.billed?.cacheRead ?? 0
    could += before.promptTokens
  })
  return { share: read / Math.max(1, could), breaks }
}

function continues(before: ProviderRecord, after: ProviderRecord): boolean {
  const a = sent(before)
  const b = sent(after)
  return a.every((message, index) => message === b[index])
}

/** What is compared: all of it, cache markers left out, plain text as the one block it stands for. */
function sent({ body }: ProviderRecord): string[] {
  const list = (body['messages'] ?? body['input'] ?? []) as readonly unknown[]
  const rest = [body['tools'], body['system'], body['instructions']]
  return [...rest, ...list].map((part) => JSON.stringify(spread(part) ?? null, unmarked))
}

function unmarked(key: string, value: unknown): unknown {
  if (key === 'cache_control') return undefined
  return key === 'content' ? spread(value) : value
}

function spread(content: unknown): unknown {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content
}
