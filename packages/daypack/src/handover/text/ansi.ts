/** Terminal text as a reader sees it: no escapes, and of a line drawn over itself what was drawn last. */
export function plainText(text: string): string {
  const shown = text.replaceAll(ESCAPE, '')
  if (!CONTROL.test(shown)) return shown
  return shown
    .split('\n')
    .map((line) => redrawn(line).replaceAll(new RegExp(CONTROL, 'g'), ''))
    .join('\n')
}

/** CSI and OSC sequences and single escapes; parameters are bounded, so that no text takes long. */
const ESCAPE =
  /[\u001B\u009B](?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|\][^\u0007\u001B\n]{0,2000}(?:\u0007|\u001B\\)?|[0-?]{0,64}[ -/]{0,8}[@-~]?)/g
const CONTROL = /[\u0000-\u0008\u000B-\u001F\u007F]/

function redrawn(line: string): string {
  const plain = line.endsWith('\r') ? line.slice(0, -1) : line
  return plain.slice(plain.lastIndexOf('\r') + 1)
}
