export { archive, type ArchiveBy } from './archive.ts'
export { lossOf, renderLoss, type Loss } from './loss.ts'

export { capCalls, type CallCaps } from '../model/call-caps.ts'
export { extractive, type ExtractiveOptions } from '../handover/fit/extractive.ts'
export { identifiers } from '../handover/text/identifiers.ts'
