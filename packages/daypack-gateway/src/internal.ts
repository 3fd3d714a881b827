// What the command needs of the gateway and nobody else should, as `daypack/internal`: it may change in any release.
export { askWindow } from './relay/ask-window.ts'
export { carriedMark } from './session/carry-mark.ts'
export { senderOf } from './session/sender-mark.ts'
export { heldDriver } from './store/held-driver.ts'
