import { entriesOf, type NoteEntry } from '../notes/entries.ts'
import { contentTerms, share } from '../trust/terms.ts'

/** The part of the old entries that must still be there, struck ones included. */
const KEEP = 0.75
/** Entries that may be struck in one go, whatever the share. */
const FEW = 3

/** Why the new text may not replace the old one; undefined when it may. */
export function lossOf(before: string, after: string): string | undefined {
  const old = entriesOf(before)
  const now = entriesOf(after)
  // A clause that is struck stands in a line of its own behind the rest.
  const terms = now.flatMap(({ text }, index) => [text, `${text}\n${now[index + 1]?.text ?? ''}`].map(contentTerms))
  const stands = (text: string): boolean => {
    const words = contentTerms(text)
    return now.some((entry) => entry.text === text) || terms.some((each) => words.size > 0 && share(words, each) >= 0.8)
  }
  const kept = old.filter((entry) => stands(entry.text)).length
  if (kept < old.length * KEEP) return `it would keep ${kept} of ${old.length} entries, less than ${KEEP * 100} %`
  // What came and went in between is no loss.
  const isOld = ({ text }: NoteEntry): boolean => old.some((entry) => !entry.struck && entry.text.includes(text))
  const struck = now.filter((entry) => entry.struck && isOld(entry)).length
  if (struck > Math.max(FEW, old.length * (1 - KEEP))) return `it would strike ${struck} of ${old.length} entries`
  return undefined
}
