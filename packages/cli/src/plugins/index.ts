export { openclawPlugin } from './openclaw.ts'
export { opencodePlugin } from './opencode.ts'
export { piExtension } from './pi.ts'
