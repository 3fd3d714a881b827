export { createMemory } from './memory.ts'
export type { Scope, ScopeKind } from './scope.ts'
export type { ScopedMemory } from './scoped.ts'
export type { Memory, MemoryEvent, MemoryInit, MemoryStatus } from './api.ts'
export type { WriteOptions } from './write/files.ts'
export type { Consolidated } from './consolidate/consolidate.ts'
export type { NoteChange } from './notes/history.ts'
export type { LineVersion, MemoryLines } from './notes/line-edits.ts'
export type { ForgetRequest, PageLine } from './notes/lines.ts'
export type { NotePart } from './notes/read.ts'
export type { Recall, RecallOptions } from './recall/recall.ts'
export type { Quote, Reason } from './recall/why.ts'
export type { MemoryTool, ToolCallContext } from './tools/tool.ts'
export type { ForgetOptions, Forgotten } from './trust/forget.ts'
export type { ForgetWhat } from './trust/match.ts'
export type { Provenance, Source } from './notes/provenance.ts'
export { findSecrets, redacted, withoutSecrets, type FindSecrets, type Secret } from '../secrets/redact.ts'
export { findPersonalData } from '../secrets/personal.ts'
export type { FlushAgent, FlushWork } from './write/agent.ts'
export type { Written } from './write/compose.ts'
export type { Flushed } from './write/flush.ts'
export { embeddingEndpoint, type EndpointOptions } from './search/vectors/endpoint.ts'
export { createSearcher } from './search/searcher.ts'
export { memoryIndexStore } from './index/memory-store.ts'
export type {
  Answer,
  AnswerStatus,
  Embed,
  FileToIndex,
  Hit,
  IndexMeta,
  Searcher,
  SearcherInit,
  SearcherOptions,
  SearcherStatus,
  SearchOptions,
} from './index/search-api.ts'
