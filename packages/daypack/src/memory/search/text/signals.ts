import { anyLanguage } from '../../language/index.ts'
import type { UnitText } from '../../../model/index-store.ts'

/** What a unit is like, as bits. */
export const OWN_WORDS = 8
export const CONTINUES = 16
export const TURN = 32
export const REPLY = 64

const OWN = /^(?:user|human|me|i|myself|我|用户|用戶)$/i
const REPLIER =
  /^(?:assistant|ai|bot|chatbot|agent|model|gpt|chatgpt|claude|gemini|copilot|ai assistant|助手|助理|机器人|智能助手|ai助手)$/i

export function unitFlags({ speaker, continues }: UnitText): number {
  return (
    (speaker !== undefined && OWN.test(speaker) ? OWN_WORDS : 0) |
    (speaker !== undefined && REPLIER.test(speaker) ? REPLY : 0) |
    (continues ? CONTINUES : 0) |
    (speaker !== undefined ? TURN : 0)
  )
}

const FIRST_PERSON = anyLanguage(({ asks }) => asks?.firstPerson)
const SECOND_PERSON = anyLanguage(({ asks }) => asks?.secondPerson)

export type Question = { readonly firstPerson: boolean; readonly secondPerson: boolean }

export function questionSignals(query: string): Question {
  const secondPerson = SECOND_PERSON().test(query)
  return { firstPerson: !secondPerson && FIRST_PERSON().test(query), secondPerson }
}
