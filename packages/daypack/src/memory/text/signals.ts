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

const TIME =
  /\b(?:\d{1,2}:\d\d|(?:19|20)\d\d|mon|tues|wednes|thurs|fri|satur|sun)(?:day)?s?\b|\b(?:january|february|march|april|june|july|august|september|october|november|december|yesterday|today|tomorrow|tonight|weekend|ago|morning|afternoon|evening|(?:last|next|this|every|past)\s+(?:night|week|month|year|summer|winter|spring|fall|autumn|time|few)|(?:few|couple of|\d+)\s+(?:minute|hour|day|week|month|year)s?|since|recently|anniversary|birthday)\b|\d+\s*[年月日号点]|[昨今明前后]天|[上下这本]个?(?:周|星期|月)|[去今明前]年|星期[一二三四五六日天]|周[一二三四五六日末]|早上|上午|中午|下午|晚上|凌晨|最近|小时|分钟/iu
const NUMBER =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|million|once|twice|couple|several|first|second|third)\b|[一二两三四五六七八九十百千万亿]+[个只条张本次人天年月岁件名位家种元块]/iu
const OWN = /^(?:user|human|me|i|myself|我|用户)$/i
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
    (TIME.test(said) ? HAS_TIME : 0) |
    (NUMBER.test(said) ? HAS_NUMBER : 0) |
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

const WHEN =
  /\b(?:when|what (?:time|date|day|year|month)|which (?:day|date|year|month|week)|how long|how recently|how often)\b|什么时候|何时|哪[年月天日]|哪一[年月天日]|几[月号点]|多久|多长时间|时间是/iu
const HOW_MANY =
  /\bhow (?:many|much|old|far|tall|big|long|often)\b|\bwhat (?:number|percentage|amount|age|is the (?:total|number))\b|多少|几[个只条张本次人天年岁件名位家种]|多大|多高|多远/iu
const FIRST_PERSON = /\b(?:i|i'm|i've|i'd|me|my|mine|myself)\b|我/iu
/** Asks for what the other side said: `you recommended`, `did you tell me`, but not `do you remember`. */
const SECOND_PERSON =
  /\b(?:did|have|had|do|were|are|can|could|would|will) you\b(?! (?:still )?(?:remember|recall|know|think|tell me|remind|find))|\byou(?:'ve|'d| have| had)?(?: \w+ly| once| just| ever)? (?:recommend|suggest|advis|gave|give|told|tell|mention|said|say|shar|teach|taught|explain|show|propos|provid|list|wrote|describ|help|offer|creat|made)|\byour (?:advice|suggestion|recommendation|answer|reply|response|opinion|list|example)|你们?(?:曾经?|之前|上次|刚才|以前|都|还)*(?:给|向|跟|和|对|为|帮|教|告诉)?我?(?:推荐|建议|提供|介绍|告诉|说|提到|分享|教|推|提|讲|给|列|写|回答|解释)/iu
const LATEST =
  /\b(?:latest|newest|most recent(?:ly)?|last time|current(?:ly)?|so far|up to date|right now|these days)\b|最新|最近|目前|现在|上次|当前/iu

export type Question = {
  readonly when: boolean
  readonly howMany: boolean
  readonly firstPerson: boolean
  readonly secondPerson: boolean
  readonly latest: boolean
}

export function questionSignals(query: string): Question {
  const secondPerson = SECOND_PERSON.test(query)
  return {
    when: WHEN.test(query),
    howMany: HOW_MANY.test(query),
    firstPerson: !secondPerson && FIRST_PERSON.test(query),
    secondPerson,
    latest: LATEST.test(query),
  }
}

const QUESTION_WORDS =
  /为什么|是?什么时候|什么样的?|是?什么|是?谁|怎么样?|怎样|如何|多少|多久|哪一?[个位种些年月天里项家座]?|几[个种位]|请问|为何|何[时处]|[吗呢吧]|何時|什麼時候|什麼|怎麼|為什麼|為何|請問|誰|嗎/gu

/** Chinese question words stand inside the sentence without a space: taken out before its pairs are made. */
export function withoutQuestionWords(query: string): string {
  return query.replace(QUESTION_WORDS, ' ')
}

/** Words about remembering rather than about what is remembered, and words that fit everything. */
export const QUIET_WORDS = `discuss discussed discussion mention mentioned talk talked tell told say said remember recall remind
ask asked share shared conversation chat previous previously earlier last time times ever past thing things stuff something project
讨论 提到 提过 说过 聊过 聊到 上次 之前 记得 曾经 告诉 以前 项目`
