// What our other packages need from inside the library: the command, the drivers, the test kit and the lab
// import it as `daypack/internal`. No public name: it may change in any release, and nothing here is documented.
export { anthropicRules } from './codecs/anthropic/rules.ts'
export { mayBindReasoning } from './codecs/anthropic/rules/models.ts'
export { geminiRules } from './codecs/gemini/rules.ts'
export { chatRules } from './codecs/openai-chat/rules.ts'
export { isHeldByServer } from './codecs/openai-responses/index.ts'
export { responsesRules } from './codecs/openai-responses/rules.ts'
export { parseArguments } from './codecs/shared/arguments.ts'
export { DIALECTS, listOf, patternOf } from './dialects/dialects.ts'
export type { KnownAgent, OwnCompaction } from './dialects/dialect.ts'
export { gather, measure } from './drivers/shared/bytes.ts'
export { checkNotePath, checkSeqs, checkSession, clampRange, isRef } from './drivers/shared/check.ts'
export { namesIn } from './handover/read/texts.ts'
export { ownWords, speech } from './speech/speech.ts'
export { texts } from './handover/read/texts.ts'
export { createTimeline, observeTimeline } from './handover/read/events.ts'
export { anthropicCollector, chatCollector, responsesCollector, type Collector } from './hosts/support/collect.ts'
export { geminiCollector, geminiParts } from './hosts/support/collect.ts'
export { readingTools } from './hosts/support/definitions.ts'
export { ownCall } from './hosts/support/own-call.ts'
export { recordReply } from './hosts/support/record-reply.ts'
export { shownText } from './hosts/support/shown.ts'
export { sseReader, type SseReader } from './hosts/support/sse.ts'
export { hashOf, intake, sha256 } from './log/intake.ts'
export { MEMORY_SESSION } from './memory/notes/state.ts'
export { SCOPE_KINDS } from './memory/scope.ts'
export type { AnyCodec } from './model/codec.ts'
export { DAY_MS, dayOf } from './model/day.ts'
export type {
  AppendResult,
  BlobInfo,
  BlobRange,
  BlobStore,
  DayPlace,
  DayStore,
  DialogRecord,
  Driver,
  Gone,
  Hold,
  LogStore,
  NoteStore,
  NoteVersion,
  SessionId,
  Unwritten,
} from './model/driver.ts'
export { entryProblem } from './model/entry-check.ts'
export type { Entry } from './model/entry.ts'
export type { Ask, Work } from './drivers/rows/ask.ts'
export { rowIndex } from './drivers/rows/store.ts'
export { memoryCache } from './memory/index/memory-store.ts'
export { reasonOf, DaypackError, type ErrorCode, isDaypackError } from './model/errors.ts'
export type {
  IndexChange,
  IndexedFile,
  IndexReader,
  IndexStore,
  IndexUnit,
  NearestUnits,
  Postings,
  Scope,
  UnitText,
  VectorSearch,
} from './model/index-store.ts'
export {
  type Awaitable,
  isList,
  isObject,
  type JsonObject,
  type Millis,
  numberAt,
  objectIn,
  parsedJson,
  stringAt,
  stringOf,
} from './model/json.ts'
export { isReasoning, isStored, type Ref, type StoredContent, textOf, toolCalls, toolResults } from './model/message.ts'
export { nearest } from './model/nearest.ts'
export type { RuleBook } from './model/rules.ts'
export { pause } from './model/slices.ts'
export { optionRules, tuningRules, type Rule } from './options.ts'
export { contextOf, type Effects, plan, type PlannerInput } from './plan/plan.ts'
export { DEFAULT_PRICES } from './plan/policy.ts'
export type { Headroom } from './session/headroom.ts'
export { overlayBlobs } from './session/planning.ts'
export { BYTES_PER_TOKEN, MESSAGE_OVERHEAD, messageSizes } from './tokens/count.ts'
export { assumedLine, LARGEST_WINDOW, windowOf } from './tokens/models.ts'
export { promptTokens } from './plan/budget.ts'
export { KEEPS } from './presets/keep.ts'
export { CACHE_SECONDS, conversationStart, isRestart, savings } from './report/cost.ts'
export { epochGroups } from './report/explain.ts'
export { matcher } from './retrieval/pattern.ts'
export { amountOf, type Amount, COMMON_PRICE, dollars, priceOf, ratesFor, relative } from './tokens/price.ts'
export { fileActions } from './tools/actions.ts'
export { readOn } from './passes/notices.ts'
export { readerNamed } from './tools/reader.ts'
export { toolOf, toolTable } from './tools/table.ts'
export { blockText } from './view/block-text.ts'
export { keyOf } from './view/diff.ts'
export { fenced } from './view/frame.ts'
export { EMPTY_VIEW, extend } from './view/project.ts'
export { numberOf, parseBlockId, requestSeq } from './view/read.ts'
export { readBody, type Body } from './wire/body.ts'
export { sameStart } from './wire/field.ts'
export type { ReadText } from './view/render.ts'
