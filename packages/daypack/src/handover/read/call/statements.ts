import { factsIn, WEIGHS } from '../../text/facts.ts'
import { withoutNumbers } from '../../../files/numbered.ts'
import { isProse, sentencesOf } from '../../text/sentences.ts'
import { KEPT } from './told.ts'

const COMMENT = /^\s*(?:\/\/+!?|\/?\*+|#+|--|;;+|"""|'''|<!--|>)\s*/
const CODE = /[;{}=]|\(['"`]/
/** A figure or a reason. */
const STATES = 1

/** The sentences in a file, in its comments where it is code, that give a figure or a reason. */
export function statementsIn(text: string): string {
  const found: string[] = []
  let paragraph = ''
  let chars = 0
  const end = (): void => {
    for (const one of sentencesOf(paragraph.trim())) {
      if (!isProse(one) || (factsIn(one) < STATES && !WEIGHS.test(one)) || chars > KEPT) continue
      found.push(one)
      chars += one.length
    }
    paragraph = ''
  }
  for (const line of withoutNumbers(text).split('\n')) {
    const said = line.replace(COMMENT, '').trim()
    const goesOn = said !== '' && (said.length < line.trim().length || (isProse(line) && !CODE.test(line)))
    if (goesOn) paragraph += ` ${said}`
    else end()
  }
  end()
  return found.join('\n')
}
