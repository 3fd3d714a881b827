export { archive, archiveFolds, recordOf, slotsBetween } from './archive.ts'
export { lossOf, renderLoss, type Loss } from './loss.ts'
