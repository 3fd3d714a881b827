export { archive, archiveFolds, ownLines, recordOf, slotsBetween, type ArchiveBy } from './archive.ts'
export { dialogMessage, type DialogMessage, type ToDialog } from './dialog-message.ts'
export { fromDialog, type FromDialog } from './dialog-read.ts'
export { lossOf, renderLoss, type Loss } from './loss.ts'
