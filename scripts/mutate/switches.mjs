// Many changes of a file at once, each behind a switch: one test run tells which of them it reaches, and a change is
// tried by turning its switch, without anything being read anew.
import { parseSync } from 'oxc-parser'

/** @typedef {import('./mutations.mjs').Mutation & { id: number }} Switched */

/**
 * The text of a file with a switch at each place; a change inside of another stands in what that one leaves as it is.
 * @param {string} file @param {string} text @param {readonly Switched[]} mutations
 */
export function withSwitches(file, text, mutations) {
  const pieces = mutations
    .flatMap((mutation) => switchOf(text, mutation))
    // Where several begin the longest begins first, where several end it ends last; what ends does so before another begins.
    .toSorted((a, b) => a.at - b.at || a.side - b.side || (b.length - a.length) * a.side || (b.id - a.id) * a.side)
  let made = ''
  let from = 0
  for (const { at, to, by } of pieces) {
    made += text.slice(from, at) + by
    from = to
  }
  made += text.slice(from)
  const { errors } = parseSync(file, made)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  return made
}

/** Whether a change can be put behind a switch: the key of a property cannot. @param {Switched} mutation @param {string} text */
export function isSwitchable(mutation, text) {
  try {
    withSwitches(mutation.file, text, [mutation])
    return true
  } catch {
    return false
  }
}

/** What is put before it and behind it; a member's name is replaced. @param {string} text @param {Switched} mutation */
function switchOf(text, { id, from, to, by, was, form }) {
  const isOn = `globalThis.isMutant(${id})`
  const around = (/** @type {string} */ open, /** @type {string} */ close) => [
    { id, at: from, to: from, by: open, side: 1, length: to - from },
    { id, at: to, to, by: close, side: -1, length: to - from },
  ]
  if (form === 'statement') return around(`if (${isOn}) {} else { `, ' }')
  if (form === 'expression') return around(`(${isOn} ? (${by}) : (`, '))')
  const dot = text.lastIndexOf('.', from)
  const start = text[dot - 1] === '?' ? dot + 1 : dot
  return [{ id, at: start, to, by: `[${isOn} ? '${by}' : '${was}']`, side: 1, length: to - start }]
}
