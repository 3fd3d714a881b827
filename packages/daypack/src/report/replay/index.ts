export { benchFolder, type BenchOptions, type BenchRow } from './folder.ts'
export { engine, type EngineOptions, type Summarizer } from './presets.ts'
export { replay, replaySession, type Figures, type ReplaySession, type Strategy } from './replay.ts'
