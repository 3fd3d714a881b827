/** The words inside a name: handleWebSocketReconnect, HTTP_TIMEOUT_MS, src/auth.ts, P99. Case of the input matters. */
export function splitIdentifier(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((part) => part !== '')
}

/** A name rather than a word: mixed case inside, digits among letters, or joined by signs. */
export function isIdentifier(name: string): boolean {
  return /[a-z0-9][A-Z]|[A-Z]{2}[a-z]|[_$]|\w[.\-/:@#+]\w|[A-Za-z]\d|\d[A-Za-z]/.test(name)
}
