import { messagesIn } from '../../packages/daypack/src/memory/notes/provenance.ts'
import { labelled } from '../../packages/daypack/src/memory/notes/statement.ts'
import { changeClues } from '../../packages/daypack/src/memory/write/change-clues.ts'
import { KNOWN_LEAST, sentencesOf } from '../../packages/daypack/src/memory/write/extract.ts'
import { evidence } from '../../packages/daypack/src/memory/write/evidence.ts'
import { withoutOpener } from '../../packages/daypack/src/memory/write/lasting.ts'
import { withoutQuote } from '../../packages/daypack/src/memory/write/refers.ts'
import { certain } from '../../packages/daypack/src/memory/write/signs.ts'
import type { Clues } from '../../packages/daypack/src/memory/write/weighed.ts'
import { type Dialogue, type Fact, says } from './dialogues.ts'
import { notedOf } from './noted.ts'

/** A sentence of a user's, and the lines that stand in the notes when it is said. */
type Heard = {
  readonly id: string
  readonly sentence: string
  readonly message: string
  readonly lines: readonly string[]
  /** Should be noted; undefined where a judge may take it or leave it. */
  readonly isGold: boolean | undefined
}

/** What a user says, sentence by sentence, with what should be known by then: what a good note-taker notes, and what ours did. */
async function heardIn(dialogue: Dialogue): Promise<Heard[]> {
  const { said, noted } = await notedOf(dialogue)
  const roles = ['', ...dialogue.days.flat().map(({ role }) => role)]
  const gold = [...dialogue.keep, ...dialogue.changed.flatMap(({ now, old }) => [now, old])]
  const isSaid = (text: string, facts: readonly Fact[]): boolean => facts.some((fact) => says(text, fact))
  const parted = said.map((text, seq) => (roles[seq] === 'user' ? sentencesOf(text) : []))
  const known = [
    ...noted.map(({ text, source }) => ({
      line: withoutQuote(labelled(text).text).said,
      seq: Math.max(0, ...source.from.flatMap((ref) => messagesIn(ref)?.to ?? [])),
    })),
    ...parted.flatMap((all, seq) =>
      all.filter((each) => isSaid(each, gold)).map((line) => ({ line: withoutOpener(line), seq })),
    ),
  ].toSorted((a, b) => a.seq - b.seq)
  const isReplaced = ({ line, seq }: { line: string; seq: number }, by: number): boolean =>
    dialogue.changed.some(
      ({ now, old }) =>
        says(line, old) &&
        !says(line, now) &&
        said.some((text, later) => later > seq && later < by && roles[later] === 'user' && says(text, now)),
    )
  return parted.flatMap((all, seq) => {
    const before = known.filter((each) => each.seq < seq && !isReplaced(each, seq)).map(({ line }) => line)
    const lines = before.filter(
      (line, at) =>
        !before.some((other, index) => index !== at && other.includes(line) && (other !== line || index > at)),
    )
    const message = said[seq] ?? ''
    return all.map((sentence): Heard => {
      const isPart = gold.some(
        (fact) => says(message, fact) && fact.some((part) => part.length > 2 && sentence.toLowerCase().includes(part)),
      )
      return {
        ...{ id: dialogue.id, sentence, message, lines },
        isGold: isSaid(sentence, gold) ? true : isPart || isSaid(sentence, dialogue.open) ? undefined : false,
      }
    })
  })
}

type Line = { readonly line: string; readonly isOld: boolean; readonly isNear: boolean; readonly clues: Clues }
export type Asked = { readonly id: string; readonly now: string; readonly lines: readonly Line[] }

/** Everything a user says that may change a line noted before it. */
export async function askedIn(dialogue: Dialogue): Promise<Asked[]> {
  const { changed } = dialogue
  const heard = await heardIn(dialogue)
  const isOld = (text: string, line: string): boolean =>
    changed.some(({ now, old }) => says(text, now) && says(line, old) && !says(line, now))
  return heard.flatMap(({ id, sentence, message, lines, isGold }) => {
    const now = certain(sentence)
    if (now === '' || lines.length === 0 || (isGold !== true && evidence(sentence, { message }).sum <= KNOWN_LEAST))
      return []
    const clues = changeClues(now, lines)
    return {
      id,
      now: sentence,
      lines: lines.map((line, at) => ({
        line,
        isOld: isOld(sentence, line),
        // The sentence beside it says what takes its place: not for this one to decide.
        isNear: isOld(message, line),
        clues: clues[at] ?? {},
      })),
    }
  })
}
