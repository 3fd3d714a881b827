import { isDaypackError, reasonOf } from 'daypack'
import type { ModelInUse } from './types.ts'

export function failureOf(error: unknown, model: ModelInUse): string {
  if (isDaypackError(error)) return error.message
  const { status, url, code, said } = factsOf(error)
  const where = url === undefined ? model.provider : new URL(url).origin
  if (status === 401 || status === 403)
    return `${where} does not accept the key${model.keyName === undefined ? '' : ` in ${model.keyName}`} (${said}). Set the right one and start again, or choose another model with /model.`
  if (status === 404 && model.baseUrl !== undefined && !/\bmodels?\b/i.test(said) && !said.includes(model.id))
    return `There is nothing at ${url ?? model.baseUrl} (${said}). Check DAYPACK_BASE_URL, or baseUrl in the settings: most servers want it to end in /v1.`
  if (status === 404 || /model.{0,40}(?:not[ _]found|does not exist|not[ _]exist)|unknown model/i.test(said))
    return `${where} knows no model “${model.id}” (${said}). Choose another with /model.`
  if (status === 429) return `${where} asks to wait, or the account has no credit left (${said}). Say “go on” later.`
  if (status === undefined && (code !== undefined || /fetch failed|cannot connect/i.test(said)))
    return `No answer from ${where} (${code ?? said}). Check the network${model.baseUrl === undefined ? '' : ', and that a server runs at DAYPACK_BASE_URL'}; then say “go on”.`
  return `${said}\nNothing is lost: say “go on” to try again, or choose another model with /model.`
}

type Facts = { readonly status?: number; readonly url?: string; readonly code?: string; readonly said: string }

function factsOf(error: unknown): Facts {
  const facts: { status?: number; url?: string; code?: string } = {}
  for (let each = error; each instanceof Error; each = innermost(each)) {
    const { statusCode, url, code } = each as { statusCode?: unknown; url?: unknown; code?: unknown }
    if (typeof statusCode === 'number') facts.status ??= statusCode
    if (typeof url === 'string') facts.url ??= url
    if (typeof code === 'string' && /^E[A-Z]+$|^UND_ERR/.test(code)) facts.code ??= code
  }
  return { ...facts, said: reasonOf(error) }
}

function innermost(error: Error): unknown {
  const { lastError, errors } = error as { lastError?: unknown; errors?: readonly unknown[] }
  return lastError ?? error.cause ?? errors?.[0]
}
