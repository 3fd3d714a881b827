export { openclawPlugin } from './openclaw.ts'
export { piExtension } from './pi.ts'
