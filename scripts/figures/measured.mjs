// Figures too dear to make at every commit: docs/figures/measured.json says for each page what measured them, and holds a
// seal over the lines that state them, so that no digit changes unnoticed.
import { createHash } from 'node:crypto'
import { unmarked } from './blocks.mjs'

export const MEASURED = 'docs/figures/measured.json'

/** Counted anew by its own test. */
const OWN_CHECK = 'docs/architecture.md'

/** @typedef {{ readonly by: string, readonly seal: string }} Sealed */

/**
 * The file as it should be, and what is wrong with it now.
 * @param {readonly string[]} pages @param {(file: string) => string} read
 * @returns {{ sealed: Record<string, Sealed>, wrong: string[] }}
 */
export function checkMeasured(pages, read) {
  const known = /** @type {Record<string, Sealed>} */ (JSON.parse(read(MEASURED)))
  /** @type {Record<string, Sealed>} */
  const sealed = {}
  const wrong = []
  for (const page of pages.toSorted()) {
    if (page === OWN_CHECK) continue
    const lines = figureLines(read(page))
    const row = known[page]
    if (lines.length === 0) continue
    const by = row?.by ?? ''
    if (by === '') wrong.push(`${page} states a figure and ${MEASURED} does not say what measured it: ${lines[0]}`)
    const seal = createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 12)
    if (by !== '' && seal !== row?.seal) wrong.push(`${page} has other figures than were measured by: ${by}`)
    sealed[page] = { by, seal }
  }
  return { sealed, wrong }
}

/** Lines with a percentage, and rows of a table with a decimal number. @param {string} page */
export function figureLines(page) {
  const lines = unmarked(page).split('\n')
  return lines.filter((line) => /\d ?%/.test(line) || (line.startsWith('|') && /\d\.\d/.test(line)))
}
