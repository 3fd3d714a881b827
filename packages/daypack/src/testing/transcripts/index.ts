export { readTranscript, readTranscripts } from './read.ts'
export { requestsOf, type Replayed, type ReplayWire } from './requests.ts'
export type { Transcript, TranscriptFormat } from './transcript.ts'
