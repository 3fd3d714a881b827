export type Node =
  | { readonly type: 'char'; readonly test: (char: string) => boolean }
  | { readonly type: 'edge'; readonly kind: '^' | '$' | 'b' | 'B' }
  | { readonly type: 'all'; readonly parts: readonly Node[] }
  | { readonly type: 'any'; readonly ways: readonly Node[] }
  | { readonly type: 'repeat'; readonly of: Node; readonly least: number; readonly most: number }

const MAX_DEPTH = 50

/** Undefined: not a valid expression, or one with look-around or back references. */
export function parse(pattern: string): Node | undefined {
  try {
    // What JavaScript refuses is refused here too, so that every atom below is a valid one.
    void new RegExp(pattern, 'iu')
    return new Parser(pattern).whole()
  } catch {
    return undefined
  }
}

class Parser {
  private at = 0
  private depth = 0
  private readonly text: string

  constructor(text: string) {
    this.text = text
  }

  whole(): Node {
    const node = this.choice()
    if (this.at < this.text.length) throw new Unsupported()
    return node
  }

  private choice(): Node {
    if (++this.depth > MAX_DEPTH) throw new Unsupported()
    const ways: Node[] = [this.sequence()]
    while (this.text[this.at] === '|') {
      this.at++
      ways.push(this.sequence())
    }
    this.depth--
    return ways.length === 1 ? (ways[0] as Node) : { type: 'any', ways }
  }

  private sequence(): Node {
    const parts: Node[] = []
    while (this.at < this.text.length && !'|)'.includes(this.text[this.at] ?? '')) parts.push(this.quantified())
    return { type: 'all', parts }
  }

  private quantified(): Node {
    const of = this.atom()
    const found = /^(?:([*+?])|\{(\d{1,9})(?:(,)(\d{1,9})?)?\})\??/.exec(this.text.slice(this.at, this.at + 30))
    if (!found) return of
    this.at += found[0].length
    const [, sign, from, comma, to] = found
    if (sign !== undefined)
      return { type: 'repeat', of, least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Infinity }
    const least = Number(from)
    return { type: 'repeat', of, least, most: to !== undefined ? Number(to) : comma ? Infinity : least }
  }

  private atom(): Node {
    const char = this.text[this.at] ?? ''
    if (char === '^' || char === '$') {
      this.at++
      return { type: 'edge', kind: char }
    }
    if (char === '(') return this.group()
    const source = char === '[' ? this.set() : char === '\\' ? this.escape() : this.one()
    if (source === '\\b' || source === '\\B') return { type: 'edge', kind: source === '\\b' ? 'b' : 'B' }
    return { type: 'char', test: tester(source) }
  }

  private group(): Node {
    const open = /^\((?:\?(?::|<(?![=!])[^>]{1,100}>))?/.exec(this.text.slice(this.at, this.at + 110))?.[0] ?? ''
    if (open === '(' && this.text[this.at + 1] === '?') throw new Unsupported()
    this.at += open.length
    const node = this.choice()
    this.at++
    return node
  }

  private set(): string {
    const from = this.at++
    while (this.text[this.at] !== ']') this.at += this.text[this.at] === '\\' ? 2 : 1
    return this.text.slice(from, ++this.at)
  }

  private escape(): string {
    const rest = this.text.slice(this.at, this.at + 40)
    const source =
      /^\\(?:u\{[^}]{1,9}\}|u[dD][89abAB]\w\w\\u[dD][c-fC-F]\w\w|u\w{4}|x\w\w|c\w|[pP]\{[^}]{1,30}\}|[^])/u.exec(
        rest,
      )?.[0] ?? ''
    if (/^\\(?:[1-9]|k)/.test(source)) throw new Unsupported()
    this.at += source.length
    return source
  }

  private one(): string {
    const char = String.fromCodePoint(this.text.codePointAt(this.at) ?? 0)
    this.at += char.length
    return char
  }
}

class Unsupported extends Error {}

/** One atom asked about one character: constant time, whatever the atom is. */
function tester(source: string): (char: string) => boolean {
  const expression = new RegExp(`^${source}$`, 'iu')
  const known = new Map<string, boolean>()
  return (char) => {
    let answer = known.get(char)
    if (answer === undefined) {
      answer = expression.test(char)
      if (known.size < 1_000) known.set(char, answer)
    }
    return answer
  }
}
