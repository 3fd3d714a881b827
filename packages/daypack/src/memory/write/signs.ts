import type { Changes, Language } from '../language/language.ts'
import { bounded } from '../text/bounded.ts'
import { sayingsIn } from './clauses.ts'
import { remembered } from '../text/remembered.ts'
import { inTongue } from '../text/tongue.ts'

/** Says that something is no longer as it was, in whatever words. */
export function isChange(text: string): boolean {
  return isChanged(text) || isInstead(text) || corrects(text) || isOver(text)
}

/** A statement without the clauses of which nobody knows whether they come about. */
export function certain(text: string): string {
  if (!isUnsure(text)) return text
  return sayingsIn(text)
    .filter((clause) => !isUnsure(clause))
    .join(', ')
}

/** Whether a text, or a part of one, has such a sign in the language it is in. */
const sign = (pick: (language: Language) => string | undefined): ((text: string) => boolean) => {
  const pattern = inTongue(pick)
  return remembered((text) => pattern(text).test(text))
}
const ofChange = (pick: (change: Changes) => string): ((text: string) => boolean) =>
  sign(({ change }) => change && bounded(pick(change)).source)
export const corrects = ofChange((change) => change.corrects)
export const isInstead = ofChange((change) => change.instead)
export const isOnly = ofChange((change) => change.only)
export const reverts = ofChange((change) => change.reverts)
export const adds = ofChange((change) => change.adds)
export const isDuty = ofChange((change) => change.duty)
export const isNaming = ofChange((change) => change.naming)
const isUnsure = ofChange((change) => change.unsure)
const isChanged = sign(({ stance }) => stance?.changed)
export const isOver = sign(({ stance }) => stance?.over)
