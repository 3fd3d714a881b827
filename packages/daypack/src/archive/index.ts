export { archive, type ArchiveBy } from './archive.ts'
export { lossOf, renderLoss, type Loss } from './loss.ts'
