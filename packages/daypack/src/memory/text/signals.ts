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
  /\b(?:\d{1,2}:\d\d|(?:19|20)\d\d|mon|tues|wednes|thurs|fri|satur|sun)(?:day)?s?\b|\b(?:january|february|march|april|june|july|august|september|october|november|december|yesterday|today|tomorrow|tonight|weekend|ago|morning|afternoon|evening|(?:last|next|this|every|past)\s+(?:night|week|month|year|summer|winter|spring|fall|autumn|time|few)|(?:few|couple of|\d+)\s+(?:minute|hour|day|week|month|year)s?|since|recently|anniversary|birthday)\b|\d+\s*[年月日号號点點]|[昨今明前后後]天|[上下这這本][个個]?(?:周|週|星期|月)|[去今明前]年|星期[一二三四五六日天]|[周週][一二三四五六日末]|早上|上午|中午|下午|晚上|凌晨|最近|小时|小時|分钟|分鐘/iu
const NUMBER =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|million|once|twice|couple|several|first|second|third)\b|[一二两兩三四五六七八九十百千万萬亿億]+[个個只隻条條张張本次人天年月岁歲件名位家种種元块塊]/iu
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
  /\b(?:when|what (?:time|date|day|year|month)|which (?:day|date|year|month|week)|how long|how recently|how often)\b|什[么麼][时時]候|何[时時]|哪一?[年月天日]|[几幾][月号號点點]|多久|多[长長][时時][间間]|[时時][间間]是/iu
const HOW_MANY =
  /\bhow (?:many|much|old|far|tall|big|long|often)\b|\bwhat (?:number|percentage|amount|age|is the (?:total|number))\b|多少|[几幾][个個只隻条條张張本次人天年岁歲件名位家种種]|多大|多高|多[远遠]/iu
const FIRST_PERSON = /\b(?:i|i'm|i've|i'd|me|my|mine|myself)\b|我/iu
/** Asks for what the other side said: `you recommended`, `did you tell me`, but not `do you remember`. */
const SECOND_PERSON =
  /\b(?:did|have|had|do|were|are|can|could|would|will) you\b(?! (?:still )?(?:remember|recall|know|think|tell me|remind|find))|\byou(?:'ve|'d| have| had)?(?: \w+ly| once| just| ever)? (?:recommend|suggest|advis|gave|give|told|tell|mention|said|say|shar|teach|taught|explain|show|propos|provid|list|wrote|describ|help|offer|creat|made)|\byour (?:advice|suggestion|recommendation|answer|reply|response|opinion|list|example)|[你您妳][们們]?(?:曾[经經]?|之前|上次|[刚剛]才|以前|都|[还還])*(?:[给給向跟和对對为為帮幫教]|告[诉訴])?我?(?:推[荐薦]|建[议議]|提供|介[绍紹]|告[诉訴]|[说說]|提到|分享|教|推|提|[讲講]|[给給]|列|[写寫]|回答|解[释釋])/iu
const LATEST =
  /\b(?:latest|newest|most recent(?:ly)?|last time|current(?:ly)?|so far|up to date|right now|these days)\b|最新|最近|目前|[现現]在|上次|[当當]前/iu

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
  /[为為][什甚][么麼]|是?[什甚][么麼][时時]候|[什甚][么麼][样樣]的?|是?[什甚][么麼]|是?[谁誰]|怎[么麼][样樣]?|怎[样樣]|如何|多少|多久|哪一?[个個位种種些年月天里裡项項家座]?|[几幾][个個种種位]|[请請][问問]|[为為]何|何[时時处處]|[吗嗎呢吧]/gu

/** Chinese question words stand inside the sentence without a space: taken out before its pairs are made. */
export function withoutQuestionWords(query: string): string {
  return query.replace(QUESTION_WORDS, ' ')
}

/** Words about remembering rather than about what is remembered, and words that fit everything. */
export const QUIET_WORDS = `discuss discussed discussion mention mentioned talk talked tell told say said remember recall remind
ask asked share shared conversation chat previous previously earlier last time times ever past thing things stuff something project
讨论 提到 提过 说过 聊过 聊到 上次 之前 记得 曾经 告诉 以前 项目 討論 說過 記得 曾經 告訴 項目`
