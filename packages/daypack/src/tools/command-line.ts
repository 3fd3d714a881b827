export type Command = {
  readonly words: readonly string[]
  /** The operator before it, if any. */
  readonly after: '' | '&&' | '||' | ';' | '|' | '&'
  readonly into: readonly { readonly path: string; readonly append: boolean }[]
  readonly input?: string
  /** Variables, globs or substitutions: the words are not what the program gets. */
  readonly unsure: boolean
}

export function commandLine(text: string): Command[] {
  const found: Command[] = []
  let at = 0
  let after: Command['after'] = ''
  let words: string[] = []
  let into: { path: string; append: boolean }[] = []
  let unsure = false
  let input: string | undefined
  let word: string | undefined
  let redirect: '>' | '>>' | '<' | 'error' | undefined
  let bodies: string[] = []

  const push = (part: string): void => {
    word = (word ?? '') + part
  }
  const endWord = (): void => {
    if (word === undefined) return
    if (redirect === '>' || redirect === '>>') into.push({ path: word, append: redirect === '>>' })
    else if (redirect === undefined) words.push(word)
    redirect = undefined
    word = undefined
  }
  const endCommand = (next: Command['after']): void => {
    endWord()
    redirect = undefined
    while (KEYWORDS.has(words[0] ?? '')) words.shift()
    while (ASSIGNMENT.test(words[0] ?? '')) words.shift()
    if (words.length > 0 || into.length > 0) {
      found.push({ words, after, into, unsure, ...(input !== undefined && { input }) })
      after = next
    } else if (found.length > 0 && next !== ';') after = next
    words = []
    into = []
    unsure = false
    input = undefined
  }

  while (at < text.length) {
    const char = text[at] as string
    const two = text.slice(at, at + 2)
    if (char === '\\') {
      if (text[at + 1] !== '\n') push(text[at + 1] ?? '')
      at += 2
    } else if (char === "'") {
      const end = findClosing(text, "'", at + 1)
      push(text.slice(at + 1, end))
      at = end + 1
    } else if (char === '"') {
      const quoted = readDoubleQuoted(text, at + 1)
      unsure ||= quoted.unsure
      push(quoted.text)
      at = quoted.end + 1
    } else if (two === '$(' || char === '`') {
      const end = char === '`' ? findClosing(text, '`', at + 1) : substitution(text, at + 2)
      unsure = true
      push(text.slice(at, end + 1))
      at = end + 1
    } else if (char === '#' && word === undefined) {
      at = lineEnd(text, at)
    } else if (two === '<<' && text[at + 2] !== '<') {
      endWord()
      const [all = '', , , name = ''] = HEREDOC.exec(text.slice(at, at + 100)) ?? []
      if (name !== '') bodies.push(name)
      at += all.length || 2
    } else if (two === '&>' || char === '>' || char === '<') {
      const isError = word !== undefined && /^[2-9]$/.test(word)
      if (word !== undefined && /^\d$/.test(word)) word = undefined
      endWord()
      const double = text[at + (two === '&>' ? 2 : 1)] === char && char !== '<'
      at += (two === '&>' ? 2 : 1) + (double ? 1 : 0)
      if (text.startsWith('<<', at)) at += 2
      redirect = isError ? 'error' : char === '<' ? '<' : double ? '>>' : '>'
      if (text[at] === '&') {
        redirect = 'error'
        at++
      } else if (text[at] === '(') unsure = true
    } else if (two === '&&' || two === '||') {
      endCommand(two)
      at += 2
    } else if (char === '|') {
      endCommand('|')
      at += two === '|&' ? 2 : 1
    } else if (char === ';' || char === '&' || char === '(' || char === ')') {
      endCommand(char === '&' ? '&' : ';')
      at++
    } else if (char === '\n') {
      endWord()
      at++
      for (const name of bodies) {
        const body = hereDocument(text, at, name)
        input = body.text
        at = body.end
      }
      bodies = []
      endCommand(';')
    } else if (/\s/.test(char)) {
      endWord()
      at++
    } else {
      if (char === '$' || char === '*' || char === '?') unsure = true
      push(char)
      at++
    }
  }
  endCommand(';')
  return found
}

const KEYWORDS = new Set(['do', 'done', 'then', 'else', 'elif', 'if', 'fi', 'while', 'until', '!', '{', '}', 'time'])
const ASSIGNMENT = /^[A-Za-z_]\w*=/
const HEREDOC = /^<<(-?)\s*(['"\\]?)(\w+)['"]?/

function findClosing(text: string, mark: string, from: number): number {
  const end = text.indexOf(mark, from)
  return end < 0 ? text.length : end
}

function lineEnd(text: string, from: number): number {
  return findClosing(text, '\n', from)
}

function readDoubleQuoted(text: string, from: number): { text: string; end: number; unsure: boolean } {
  const parts: string[] = []
  let unsure = false
  let at = from
  while (at < text.length && text[at] !== '"') {
    const two = text.slice(at, at + 2)
    if (text[at] === '\\') {
      if (text[at + 1] !== '\n') parts.push('"\\$`'.includes(text[at + 1] ?? ' ') ? (text[at + 1] ?? '') : two)
      at += 2
    } else if (two === '$(') {
      const end = substitution(text, at + 2)
      parts.push(text.slice(at, end + 1))
      unsure = true
      at = end + 1
    } else {
      if (text[at] === '`' || /^\$[\w{]/.test(two)) unsure = true
      parts.push(text[at] as string)
      at++
    }
  }
  return { text: parts.join(''), end: at, unsure }
}

function substitution(text: string, from: number): number {
  let depth = 1
  let at = from
  while (at < text.length) {
    const char = text[at]
    if (char === '\\') at++
    else if (char === "'") at = findClosing(text, "'", at + 1)
    else if (char === '<' && text[at + 1] === '<') {
      const [all = '', , , name = ''] = HEREDOC.exec(text.slice(at, at + 100)) ?? []
      if (name !== '') at = hereDocument(text, lineEnd(text, at) + 1, name).end - 1
      else at += all.length
    } else if (char === '(') depth++
    else if (char === ')' && --depth === 0) return at
    at++
  }
  return text.length
}

function hereDocument(text: string, from: number, name: string): { text: string; end: number } {
  for (let at = from; at < text.length;) {
    const end = lineEnd(text, at)
    if (text.slice(at, end).trim() === name) return { text: text.slice(from, Math.max(from, at - 1)), end: end + 1 }
    at = end + 1
  }
  return { text: text.slice(from), end: text.length }
}
