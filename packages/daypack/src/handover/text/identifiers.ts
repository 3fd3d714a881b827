/** Names an agent needs verbatim: paths, file names, addresses, uuids, ids, hashes, error codes, CONST, snake, camel and Pascal names of 4 to 200 characters. Linear in the text; every name once, in order of appearance. */
export function identifiers(text: string): string[] {
  const found = new Set<string>()
  const add = (name: string): unknown => found.add(name)
  for (const run of new Set(unescaped(text).match(RUN))) namesOfRun(run, add)
  return [...found]
}

function namesOfRun(run: string, each: (name: string) => unknown): void {
  if (PLAIN.test(run)) return
  if (run.includes('://')) address(run, each)
  else for (const piece of run.split(JOINT)) if (piece.length >= MIN) pathLike(piece, each)
}

const MIN = 4
const MAX = 200
/** A run of characters that can stand inside one name; what joins two names is taken apart later. */
const RUN = /[A-Za-z0-9_.\-/\\@:~+$#%&=?]{4,2000}/g
/** Most runs are words of a language, which are no names. */
const PLAIN = /^[A-Za-z][a-z]*[.:]?$/
const JOINT = /[:$#%&=?+\\]+/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const HEX = /^[0-9a-f]{7,64}$/i
/** `foo.go` and `Makefile.PL` are files, `strings.Split` is a call. */
const EXTENSION =
  /\.(?:[a-z][a-z0-9]{0,4}|[A-Z]{1,4}|jsonl|lock|local|toml|proto|swift|kotlin|scala|ipynb|gradle|properties|config|example|service)$/
/** `\n` written out would otherwise grow onto the next name (`\nfoo` → `nfoo`). */
const ESCAPE = /(?<!\\)\\+[nrt"']/g
const DRIVE = /(?:^|[\s"'(])[A-Za-z]:\\\w/
/** How searches write a line's number behind its file: `main.go-12-`. */
const LINE_NUMBER = /(\.[a-z][a-z0-9]{0,4})-\d+(?:-.*)?$/
const DOT_FILE =
  /^\.(?:env|git|npm|eslint|docker|prettier|editor|vscode|claude|cursor|github|zsh|bash|profile|config|ssh)/

function unescaped(text: string): string {
  if (!text.includes('\\')) return text
  return DRIVE.test(text) ? text.replaceAll('\\\\', '\\') : text.replace(ESCAPE, ' ')
}

function address(run: string, each: (name: string) => unknown): void {
  const whole = trimmed(run)
  if (fits(whole)) each(whole)
  for (const piece of whole.slice(whole.indexOf('://') + 3).split(/[/:$#%&=?+\\]+/)) {
    if (piece.length >= MIN) dotted(trimmed(piece), each)
  }
}

function pathLike(piece: string, each: (name: string) => unknown): void {
  const whole = trimmed(piece.replace(LINE_NUMBER, '$1'))
  if (!whole.includes('/')) return dotted(whole, each)
  const parts = whole.split('/')
  if (fits(whole) && isPath(whole, parts)) each(whole)
  for (const part of parts) if (part.length >= MIN) dotted(trimmed(part), each)
}

/** `read/write` is prose; a path starts like one, has three steps, or has a step no English word looks like. */
function isPath(whole: string, parts: readonly string[]): boolean {
  if (!/[A-Za-z]/.test(whole)) return false
  if (whole.startsWith('//')) return false
  if (/^(?:~|\.{1,2})\//.test(whole) || parts.length > 2) return true
  return parts.some((part) => /[0-9_.]|[a-z][A-Z]/.test(part))
}

/** A file name, whole and in parts, or the parts of names joined by dots (`strategy.SaveChanges`). */
function dotted(word: string, each: (name: string) => unknown): void {
  if (!word.includes('.')) return single(word, each)
  const parts = word.split('.')
  const stem = parts[0] !== '' || DOT_FILE.test(word)
  if (stem && fits(word) && EXTENSION.test(word) && parts.every((part, index) => part !== '' || index === 0)) each(word)
  for (const part of parts) if (part.length >= MIN) single(part, each)
}

function single(word: string, each: (name: string) => unknown): void {
  if (!fits(word)) return
  if (isName(word)) each(word)
  else if (word.includes('-')) for (const part of word.split('-')) if (part.length >= MIN && isName(part)) each(part)
}

function isName(word: string): boolean {
  if (UUID.test(word)) return true
  const letters = /[A-Za-z]/.test(word)
  const digits = /[0-9]/.test(word)
  if (!letters) return false
  if (HEX.test(word) && digits) return true
  if (/^[A-Za-z0-9]*(?:-[A-Za-z0-9_]+)+$/.test(word) && !word.includes('_'))
    return digits && /[A-Za-z]/.test(word.replaceAll('-', ''))
  if (/[A-Za-z0-9]_+[A-Za-z0-9]/.test(word) || /^_+[A-Za-z]/.test(word)) return true
  // The end of a time stamp is no name: 302Z.
  if (/[a-z0-9][A-Z]/.test(word)) return !/^\d+Z$/.test(word)
  if (/[A-Z][A-Z]+[a-z]/.test(word)) return true
  if (digits && /^[A-Za-z]+[0-9][A-Za-z0-9]*$/.test(word)) return true
  return /^E[A-Z]{4,}$/.test(word)
}

/** Without the punctuation that ends a sentence or opens a flag. */
function trimmed(word: string): string {
  let from = 0
  let to = word.length
  while (to > from && '.:-+=&?#%$/\\~@'.includes(word[to - 1] ?? '')) to--
  while (from < to && '-:+=&?#%$'.includes(word[from] ?? '')) from++
  return word.slice(from, to)
}

function fits(name: string): boolean {
  return name.length >= MIN && name.length <= MAX
}
