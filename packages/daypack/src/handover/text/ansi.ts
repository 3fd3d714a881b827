/** Terminal text as a reader sees it: no escapes, and of a line drawn over itself what was drawn last. Linear. */
export function plainText(text: string): string {
  return text.replaceAll(ESCAPE, '').replaceAll(OVERDRAWN, '').replaceAll(CONTROL, '')
}

/** CSI and OSC sequences and single escapes; parameters are bounded, so that no text takes long. */
const ESCAPE =
  /[\u001B\u009B](?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|\][^\u0007\u001B\n]{0,2000}(?:\u0007|\u001B\\)?|[0-?]{0,64}[ -/]{0,8}[@-~]?)/g
const OVERDRAWN = /(?<![^\n])[^\n]*\r(?=[^\n])/g
const CONTROL = /[\u0000-\u0008\u000B-\u001F\u007F]/g
