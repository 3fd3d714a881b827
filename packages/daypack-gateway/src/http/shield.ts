import { failure } from './answers.ts'
import { peek, unpack } from './encoding.ts'
import type { Answer } from './upstream.ts'

/** Should a browser ever get an answer: it shows no page, runs nothing, and lets no other page read it. */
const SHIELD = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
}

/** What a server says to browsers about its own address holds for no other. */
const OF_ITS_ADDRESS =
  /^(?:access-control-.*|alt-svc|clear-site-data|link|refresh|service-worker-allowed|strict-transport-security)$/

const DATA =
  /^(?:application\/(?:[\w.-]+\+)?(?:x-)?(?:nd)?jsonl?|application\/vnd\.amazon\.eventstream|text\/event-stream)(?:\s*;|\s*$)/i
const PAGE = /^[\w-]+\/(?:[\w.-]+\+)?(?:x?html|xml)\b/i
const MOST_QUOTED = 2_000

/** Data goes back as it is, a page as the failure it is to an agent, and anything else (audio, files) as bytes. */
export async function shield(answer: Answer): Promise<Answer> {
  const type = String(answer.headers['content-type'] ?? '')
  if (PAGE.test(type)) {
    const { start } = await peek(unpack(answer), MOST_QUOTED)
    const said = start.toString('utf8').slice(0, MOST_QUOTED)
    const status = answer.status >= 400 ? answer.status : 502
    return shield(failure(status, `The provider answered ${answer.status} with a web page: ${said}`))
  }
  const headers: Record<string, string | readonly string[]> = {}
  for (const name in answer.headers) if (!OF_ITS_ADDRESS.test(name)) headers[name] = answer.headers[name] ?? ''
  if (!DATA.test(type) && answer.body) {
    headers['content-type'] = 'application/octet-stream'
    headers['content-disposition'] = 'attachment'
  }
  return { ...answer, headers: { ...headers, ...SHIELD } }
}
