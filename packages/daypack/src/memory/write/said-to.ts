/** A statement with the line it is said to; `…` where that was cut. */
export function withQuote(said: string, line: string): string {
  return `${said} (said to: “${line.length > MAX_QUOTE ? `${line.slice(0, MAX_QUOTE).toWellFormed()}…` : line}”)`
}

const MAX_QUOTE = 120

export function withoutQuote(text: string): { readonly said: string; readonly quote: string } {
  const [, said = text, quote = ''] = /^(.*) \(said to: “(.*)”\)$/su.exec(text) ?? []
  return { said, quote: quote.replace(/…$/, '') }
}
