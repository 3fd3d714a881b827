/** Where values of JSON end; what is inside is left to JSON.parse. All of it throws on broken text. */
export function skipSpace(text: string, from: number): number {
  let at = from
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at++
  return at
}

export function skipString(text: string, from: number): number {
  if (text[from] !== '"') throw new SyntaxError('a string was expected')
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text[at - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return at + 1
  }
  throw new SyntaxError('a string has no end')
}

export function afterChar(text: string, at: number, char: string): number {
  if (text[at] !== char) throw new SyntaxError(`${char} was expected`)
  return skipSpace(text, at + 1)
}

export function checkEnd(text: string, at: number): void {
  if (text.slice(at).trim() !== '') throw new SyntaxError('something follows the value')
}

export function afterComma(text: string, at: number): number {
  if (text[at] === ',') return skipSpace(text, at + 1)
  if (text[at] !== ']') throw new SyntaxError('a list is broken')
  return at
}

export function afterField(text: string, at: number): number {
  if (text[at] === ',') return skipSpace(text, at + 1)
  if (text[at] !== '}') throw new SyntaxError('an object is broken')
  return at
}

const [QUOTE, OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = '"[]{}'.split('').map((char) => char.charCodeAt(0))

export function skipValue(text: string, from: number): number {
  const first = text.charCodeAt(from)
  if (first === QUOTE) return skipString(text, from)
  if (first !== OPEN && first !== OPEN_LIST) {
    const plain = /[-+.\w]+/y
    plain.lastIndex = from
    const found = plain.exec(text)
    if (!found) throw new SyntaxError('a value was expected')
    return from + found[0].length
  }
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === QUOTE) at = skipString(text, at) - 1
    else if (char === OPEN || char === OPEN_LIST) depth++
    else if ((char === CLOSE || char === CLOSE_LIST) && --depth === 0) return at + 1
  }
  throw new SyntaxError('a value has no end')
}
