import { listOf, patternOf } from '../dialects/dialects.ts'

/** A call that was not allowed: by the user, with their words if they gave any, or by the host's rules. */
export type Rejection = { readonly said?: string }

/** Words that come before what the user said. */
const SAID = listOf('feedback').map((form) => new RegExp(form, 'i'))
const REJECTED = patternOf('rejections')
/** Hosts end a rejection with instructions of their own. */
const HOSTS_WORDS = patternOf('afterFeedback', String.raw`\n[^\S\n]*`, String.raw`[\s\S]*$`)
const LOOKED_AT = 1000
const MAX_SAID = 8000

export function rejection(text: string): Rejection | undefined {
  const head = text.slice(0, LOOKED_AT).replace(/^\s*<tool_use_error>/, '')
  if (!REJECTED.test(head)) return undefined
  for (const form of SAID) {
    const found = form.exec(head)
    if (!found) continue
    const from = text.length - text.trimStart().length
    const start = text.indexOf(found[0], Math.min(from, found.index)) + found[0].length
    const said = text
      .slice(start, start + MAX_SAID)
      .replace(/^<feedback>\s*/, '')
      .replace(/<\/(?:feedback|tool_use_error)>\s*$/, '')
      .replace(HOSTS_WORDS, '')
      .trim()
    return said === '' ? {} : { said }
  }
  return {}
}
