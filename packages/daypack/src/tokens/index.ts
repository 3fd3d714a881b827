export { billedFrom, correction, countedFrom, type Correction } from './anchor.ts'
export { byBytes, o200k, type Counter } from './count.ts'
export { blockSize, messageSizes } from './size.ts'
