import { anyLanguage, fromLanguages, sourcesOf } from '../language/index.ts'
import type { UnitText } from '../../model/index-store.ts'

/** What a unit is like, as bits. */
export const HAS_TIME = 1
export const HAS_NUMBER = 2
export const SHORT_QUESTION = 4
export const OWN_WORDS = 8
export const CONTINUES = 16
export const TURN = 32
export const REPLY = 64
export const BARE_HEADING = 128

const TIME = anyLanguage(({ tells }) => tells?.time)
const NUMBER = anyLanguage(({ tells }) => tells?.number)
const OWN = /^(?:user|human|me|i|myself|我|用户|用戶)$/i
const REPLIER =
  /^(?:assistant|ai|bot|chatbot|agent|model|gpt|chatgpt|claude|gemini|copilot|ai assistant|助手|助理|机器人|智能助手|ai助手)$/i
const ASKS = /[?？]["'”’」』）)*_\s]*$/u
const SHORT = 15
/** `That sounds lovely!` before a question tells nothing. */
const FEW_WORDS = 5

/** `said` is the text without stamps and speaker. */
export function unitFlags({ text, speaker, continues }: UnitText, said: string, length: number): number {
  const asksOnly = ASKS.test(said) && wordsTold(said) <= FEW_WORDS
  return (
    (TIME().test(said) ? HAS_TIME : 0) |
    (NUMBER().test(said) ? HAS_NUMBER : 0) |
    (asksOnly && length <= SHORT ? SHORT_QUESTION : 0) |
    (speaker !== undefined && OWN.test(speaker) ? OWN_WORDS : 0) |
    (speaker !== undefined && REPLIER.test(speaker) ? REPLY : 0) |
    (continues ? CONTINUES : 0) |
    (speaker !== undefined ? TURN : 0) |
    (/^ {0,3}#{1,6}\s[^\n]*$/.test(text) ? BARE_HEADING : 0)
  )
}

/** Words and characters outside of questions. */
function wordsTold(said: string): number {
  const told = said.split(/(?<=[.!?。！？])\s*/u).filter((sentence) => !ASKS.test(sentence))
  return told.join(' ').match(/\p{sc=Han}|[\p{L}\p{N}]+/gu)?.length ?? 0
}

const WHEN = anyLanguage(({ asks }) => asks?.when)
const HOW_MANY = anyLanguage(({ asks }) => asks?.howMany)
const FIRST_PERSON = anyLanguage(({ asks }) => asks?.firstPerson)
const SECOND_PERSON = anyLanguage(({ asks }) => asks?.secondPerson)
const LATEST = anyLanguage(({ asks }) => asks?.latest)

export type Question = {
  readonly when: boolean
  readonly howMany: boolean
  readonly firstPerson: boolean
  readonly secondPerson: boolean
  readonly latest: boolean
}

export function questionSignals(query: string): Question {
  const secondPerson = SECOND_PERSON().test(query)
  return {
    when: WHEN().test(query),
    howMany: HOW_MANY().test(query),
    firstPerson: !secondPerson && FIRST_PERSON().test(query),
    secondPerson,
    latest: LATEST().test(query),
  }
}

const QUESTION_WORDS = anyLanguage(({ asks }) => asks?.inside, 'gu')

/** Chinese question words stand inside the sentence without a space: taken out before its pairs are made. */
export function withoutQuestionWords(query: string): string {
  return query.replace(QUESTION_WORDS(), ' ')
}

export const quietWords = fromLanguages(() => sourcesOf((language) => language.quietWords).join(' '))
