// Many changes of a file at once, each behind a switch: one test run tells which of them it reaches, and a change is
// tried by turning its switch, without anything being read anew.
import { parseSync } from 'oxc-parser'

/** @typedef {import('./mutations.mjs').Mutation & { id: number }} Switched */

/**
 * Rounds of changes that do not overlap.
 * @param {readonly Switched[]} mutations
 * @returns {Switched[][]}
 */
export function rounds(mutations) {
  /** @type {Switched[][]} */
  const made = []
  for (const mutation of mutations) {
    const free = made.find((round) => round.every((other) => !overlap(other, mutation)))
    if (free) free.push(mutation)
    else made.push([mutation])
  }
  return made
}

/** @param {Switched} one @param {Switched} other */
function overlap(one, other) {
  return one.file === other.file && one.from < other.to + 2 && other.from < one.to + 2
}

/**
 * The text of a file with a switch at each place.
 * @param {string} file @param {string} text @param {readonly Switched[]} mutations
 */
export function withSwitches(file, text, mutations) {
  let made = text
  for (const mutation of mutations.toSorted((a, b) => b.from - a.from)) made = placed(made, mutation)
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

/** @param {string} text @param {Switched} mutation */
function placed(text, { id, from, to, by, was, form }) {
  const isOn = `globalThis.isMutant(${id})`
  if (form === 'statement') return `${text.slice(0, from)}if (${isOn}) {} else { ${was} }${text.slice(to)}`
  if (form === 'expression') return `${text.slice(0, from)}(${isOn} ? (${by}) : (${was}))${text.slice(to)}`
  const dot = text.lastIndexOf('.', from)
  const start = text[dot - 1] === '?' ? dot + 1 : dot
  return `${text.slice(0, start)}[${isOn} ? '${by}' : '${was}']${text.slice(to)}`
}
