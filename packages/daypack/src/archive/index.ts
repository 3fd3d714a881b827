export { archive, archiveFolds, ownLines, recordOf, slotsBetween, type ArchiveBy } from './archive.ts'
export { dialogMessage, type DialogMessage, type ToDialog } from './dialog-message.ts'
export { lossOf, renderLoss, type Loss } from './loss.ts'
