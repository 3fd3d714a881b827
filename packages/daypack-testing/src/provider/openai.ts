import type { Tokens } from 'daypack'
import type { JsonObject } from 'daypack/internal'
import type { Failure } from './wire.ts'

const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  404: 'invalid_request_error',
  413: 'invalid_request_error',
  429: 'rate_limit_exceeded',
}

export function openAiError({ status, message, param, code }: Failure): JsonObject {
  return { error: { message, type: ERROR_TYPES[status] ?? 'server_error', param: param ?? null, code: code ?? null } }
}

export function TOO_LONG(window: Tokens, tokens: Tokens): string {
  return (
    `This model's maximum context length is ${window} tokens. However, your messages resulted in ${tokens} tokens. ` +
    'Please reduce the length of the messages.'
  )
}

export function overflow(
  tokens: Tokens,
  window: Tokens,
  rule: string,
  message: string,
  param: string,
): Failure | undefined {
  return tokens <= window ? undefined : { status: 400, rule, message, param, code: 'context_length_exceeded' }
}
