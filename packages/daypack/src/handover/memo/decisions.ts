import type { Sentence } from './statements.ts'
import { contentWords, isSpokenOf, shows } from './words.ts'

const SAME = 0.3

/** Choices between ways, by either side, with their reason where one is given; what was overruled later is left out. */
export function decisionsIn(statements: readonly Sentence[], goal: readonly Sentence[]): Sentence[] {
  const opening = statements.find((one) => one.by === 'user')?.turn ?? 0
  const found = statements.filter(
    (one, at) =>
      !one.asks &&
      !goal.includes(one) &&
      !(one.by === 'user' && one.turn === opening) &&
      (answersChoice(one, statements[at - 1]) ||
        (one.by === 'agent' ? isChosen(one, statements, at) : isOrdered(one, statements, at))),
  )
  const isOverruled = (one: Sentence, later: Sentence): boolean =>
    later.seq !== one.seq && shows('overrules', later.text) && isSpokenOf(one.text, later.text, SAME)
  return found.filter((one, at) => !found.slice(at + 1).some((later) => isOverruled(one, later)))
}

/** The agent chooses in so many words, and nobody says no. */
function isChosen(one: Sentence, statements: readonly Sentence[], at: number): boolean {
  const answer = statements.slice(at + 1).find((other) => other.by === 'user')
  if (shows('later', one.text) || (answer?.turn === one.turn + 1 && shows('rejects', answer.text))) return false
  return shows('prefers', one.text) || (shows('decides', one.text) && !one.text.endsWith(':'))
}

/** The user decides, saying what ("go with that" stands elsewhere), or says yes to a proposal in its words. */
function isOrdered({ text, turn }: Sentence, statements: readonly Sentence[], at: number): boolean {
  const isNamed = contentWords(text.replace(/\b(?:go|going|with|ok|yes)\b/gi, '')).size > 0
  if (shows('decides', text) && isNamed) return true
  const [, rest = ''] = /^[^,，]{1,12}[,，]\s*(.{2,80})$/.exec(text) ?? []
  const proposed = statements.slice(0, at).filter((other) => other.by === 'agent' && other.turn === turn - 1)
  return shows('accepts', text) && proposed.some((other) => isSpokenOf(rest, other.text))
}

/** The first words take up one of the ways the other side named. */
function answersChoice(one: Sentence, before: Sentence | undefined): boolean {
  if (!before || before.by === one.by || !shows('alternatives', before.text) || one.text.length > 120) return false
  return isSpokenOf(one.text.split(/[,，:：.。]/, 1)[0] ?? '', before.text, 0.6)
}
