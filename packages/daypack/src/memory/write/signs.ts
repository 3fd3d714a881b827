import type { Changes, Language } from '../language/language.ts'
import { bounded } from '../text/bounded.ts'
import { inTongue } from '../text/tongue.ts'

/** Says that something is no longer as it was, in whatever words. */
export function isChange(text: string): boolean {
  return isChanged(text) || isInstead(text) || corrects(text) || isOver(text)
}

/** Whether a text, or a part of one, has such a sign in the language it is in. */
const sign = (pick: (language: Language) => string | undefined): ((text: string) => boolean) => {
  const pattern = inTongue(pick)
  return (text) => pattern(text).test(text)
}
const ofChange = (pick: (change: Changes) => string): ((text: string) => boolean) =>
  sign(({ change }) => change && bounded(pick(change)).source)
const corrects = ofChange((change) => change.corrects)
const isInstead = ofChange((change) => change.instead)
const isChanged = sign(({ stance }) => stance?.changed)
const isOver = sign(({ stance }) => stance?.over)
