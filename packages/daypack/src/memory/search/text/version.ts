import { createHash } from 'node:crypto'
import { addedLanguages, fromLanguages } from '../../language/index.ts'

/** Rises with every change that makes old terms differ from new ones. */
const ANALYSIS = 9

/** An index made under another value must be made again: dictionary words depend on ICU, stop words and what a line says on the languages added. */
export const analysisVersion = fromLanguages(() => {
  const base = `${ANALYSIS}/icu ${process.versions['icu'] ?? 'none'}/unicode ${process.versions['unicode'] ?? 'none'}`
  const added = addedLanguages().map(
    ({ code, stopWords, about }) => `${code} ${stopWords} ${about?.self?.tells} ${about?.who?.tells}`,
  )
  return added.length === 0
    ? base
    : `${base}/${createHash('sha256').update(added.join('\n')).digest('hex').slice(0, 8)}`
})
