/** What a provider's context-length error reveals: that there is a limit, and often its size. */
export type Overflow = { readonly window?: number; readonly asked?: number }

const SIGNS =
  /context.?length|context window|prompt is too long|too many tokens|maximum context|input is too long|exceeds? (?:the )?(?:model'?s )?(?:maximum|context|limit)|token (?:limit|count).{0,40}exceed|request_too_large|context_window_exceeded|上下文长度|超过.{0,10}(?:最大|上限)/i

/** An error page may be long, but it names its subject at the beginning. */
const MAX_TEXT = 4_000

/** Recognize a context-length error of any provider, from the error object, its body or its text; undefined for others. */
export function overflowOf(error: unknown): Overflow | undefined {
  const text = textIn(error).slice(0, MAX_TEXT)
  const status = statusOf(error)
  if (!SIGNS.test(text) && status !== 413) return undefined
  if (/rate.?limit|per minute|tokens per/i.test(text)) return undefined
  const numbers = (pattern: RegExp) => Number(pattern.exec(text)?.[1]?.replaceAll(/[,_]/g, '')) || undefined
  const window =
    numbers(/>\s*([\d,_]{4,})(?:\s*(?:maximum|tokens)|, decrease)/i) ??
    numbers(
      /(?:maximum context length|context window|context length|maximum(?: number)? of|limit)\D{0,40}?([\d,_]{4,})/i,
    ) ??
    numbers(/([\d,_]{4,})\s*(?:tokens? )?(?:maximum|limit)/i)
  const asked =
    numbers(/(?:prompt is too long|requested|resulted in|you (?:sent|requested)|contains?)\D{0,20}([\d,_]{4,})/i) ??
    numbers(/([\d,_]{4,})\s*tokens?\s*>/i)
  return { ...(window !== undefined && { window }), ...(asked !== undefined && { asked }) }
}

function textIn(error: unknown, depth = 0): string {
  if (typeof error === 'string') return error
  if (typeof error !== 'object' || error === null || depth > 4) return ''
  const fields = error as {
    message?: unknown
    body?: unknown
    error?: unknown
    cause?: unknown
    responseBody?: unknown
    code?: unknown
    type?: unknown
  }
  return [fields.message, fields.code, fields.type, fields.body, fields.responseBody, fields.error, fields.cause]
    .map((part) => textIn(part, depth + 1))
    .join(' ')
}

function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const { status, statusCode } = error as { status?: unknown; statusCode?: unknown }
  return typeof status === 'number' ? status : typeof statusCode === 'number' ? statusCode : undefined
}
