// packages/daypack/test/seeds/mutants.txt: `== file`, then mutants of it: `rows: why`, the text to break in lines with `- `, and what
// stands there then in lines with `+ `.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../setup.mjs'

/** @typedef {import('./copy.mjs').Mutant & { rows: string[] }} RowMutant */

/** @returns {RowMutant[]} */
export function readRowMutants() {
  const text = readFileSync(path.join(root, 'packages/daypack/test/seeds/mutants.txt'), 'utf8')
  const files = text.split(/^== /m).slice(1)
  return files.flatMap((part) => {
    const [file = '', ...lines] = part.trimEnd().split('\n')
    const heads = lines.flatMap((line, at) => (/^[-+]( |$)/.test(line) ? [] : [at]))
    return heads.map((from, nth) => {
      const [rows = '', why = ''] = (lines[from] ?? '').split(/: (.*)/)
      const own = lines.slice(from + 1, heads[nth + 1])
      const textOf = (/** @type {string} */ sign) =>
        own
          .filter((line) => line.startsWith(sign))
          .map((line) => line.slice(2))
          .join('\n')
      return { rows: rows.split(' '), file, find: textOf('-'), replace: textOf('+'), why }
    })
  })
}
