export { createDaypack } from './create.ts'
export type { Daypack } from './daypack.ts'
export type { Backend, BackendName, DaypackOptions, MemoryOptions, MemoryTuning, Tuning, Warn } from './config.ts'
export type { CompactionResult, Prepared, Session, SessionEvents } from './session/session.ts'
export { DaypackError, isDaypackError, reasonOf, type ErrorCode } from './model/errors.ts'

export type {
  Block,
  Content,
  MediaBlock,
  OpaqueBlock,
  Ref,
  TextBlock,
  ToolCallBlock,
  ToolResultBlock,
} from './model/message.ts'
export type { Codec, Decoded, Rendered, RenderedMessage, Reply } from './model/codec.ts'
export type { BlobStore, DayStore, Driver, LogStore, NoteStore, SessionId } from './model/driver.ts'
export type { BlockId, Crop, Edit, Fold, Note, Revert, Seq, Span } from './model/edit.ts'
export type { Draft, Entry, Origin } from './model/entry.ts'
export type { Json, Millis, Size, Tokens } from './model/json.ts'
export type { Message, Role } from './model/message.ts'
export type { Summary } from './model/edit.ts'
export type { ModelTool } from './model/tool.ts'
export type { Billed, Usage } from './model/entry.ts'

export type { Tool, ToolKind, ToolTable } from './tools/table.ts'
export { project } from './view/project.ts'
export { render } from './view/render.ts'
export { diff, type Change } from './view/diff.ts'
export type { Batch, FoldedRun, Item, ShownBlock, ShownMessage, Slot, View } from './view/view.ts'
export type { Budget, Pass, PassContext, Proposal, Summarize, Tide, Timing } from './passes/pass.ts'
export { costPolicy, ratios, type BudgetReading, type Policy, type Prices } from './plan/policy.ts'
export type { Plan, Skip } from './plan/plan.ts'
export type { Explanation } from './report/explain.ts'

export { placeBreakpoints, type BreakpointOptions, type Ttl } from './cache/breakpoints.ts'
export { watchCache, type Rupture, type WatchOptions } from './cache/rupture.ts'
export { cost, type CostOptions, type CostReport } from './report/cost.ts'
export { retrievalTools, type RetrievalSource } from './retrieval/index.ts'
export { byBytes, o200k, type Counter } from './tokens/count.ts'
export { modelOf, type Model, type Models } from './tokens/models.ts'
export type { Price } from './tokens/price.ts'
export { validate, type ValidateOptions, type Violation } from './wire/validate.ts'
export { heal, type HealResult, type Healing } from './wire/heal.ts'
