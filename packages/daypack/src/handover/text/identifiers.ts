/** Names an agent needs verbatim: paths, file names, addresses, uuids, ids, hashes, error codes, CONST, snake, camel and Pascal names of 4 to 200 characters. Linear in the text; every name once, in order of appearance. */
export function identifiers(text: string): string[] {
  const found = new Set<string>()
  const add = (name: string): unknown => found.add(name)
  for (const run of new Set(unescaped(text).match(RUN))) if (!PLAIN.test(run)) namesOfRun(run, add)
  return [...found]
}

function namesOfRun(run: string, each: (name: string) => unknown): void {
  if (run.includes('://')) address(run, each)
  else for (const piece of run.split(JOINT)) pathLike(piece, each)
}

const MIN = 4
const MAX = 200
/** A run of characters that can stand inside one name; what joins two names is taken apart later. */
const RUN = /[A-Za-z0-9_.\-/\\@:~+$#%&=?]{4,2000}/g
/** Most runs are words of a language, which are no names. */
const PLAIN = /^[A-Za-z][a-z]*[.:]?$/
const JOINT = /[:$#%&=?+\\]+/
/** `foo.go` and `Makefile.PL` are files, `strings.Split` is a call. */
const EXTENSION =
  /\.(?:[a-z][a-z0-9]{0,4}|[A-Z]{1,4}|jsonl|lock|local|toml|proto|swift|kotlin|scala|ipynb|gradle|properties|config|example|service)$/
/** `\n` written out would otherwise grow onto the next name (`\nfoo` → `nfoo`). */
const ESCAPE = /(?<!\\)\\+[nrt"']/g
const DRIVE = /(?:^|[\s"'(])[A-Za-z]:\\\w/
/** How searches write a line's number behind its file: `main.go-12-`. */
const LINE_NUMBER = /(\.[a-z][a-z0-9]{0,4})-\d+(?:-.*)?$/
/** A word that merely begins with a dot, or dots in a row. */
const NO_FILE =
  /^\.(?!env|git|npm|eslint|docker|prettier|editor|vscode|claude|cursor|github|zsh|bash|profile|config|ssh)|\.\./
/** Words joined by dashes are a name if there is a figure among them. */
const DASHED = /^[A-Za-z0-9]*(?:-[A-Za-z0-9]+)+$/
const CLOSING = /(?<![.:\-+=&?#%$/\\~@])[.:\-+=&?#%$/\\~@]+$/
const NAMES = [
  // A hash.
  /^(?=[a-f]*[0-9])[0-9a-f]{7,64}$/i,
  /[A-Za-z0-9]_+[A-Za-z0-9]|^_+[A-Za-z]/,
  // The end of a time stamp is no name: 302Z.
  /^(?!\d+Z$).*[a-z0-9][A-Z]/,
  /[A-Z]{2}[a-z]/,
  /^[A-Za-z]+[0-9][A-Za-z0-9]*$/,
  // The code of an error.
  /^E[A-Z]{4,}$/,
]

function unescaped(text: string): string {
  return DRIVE.test(text) ? text : text.replace(ESCAPE, ' ')
}

function address(run: string, each: (name: string) => unknown): void {
  const whole = trimmed(run)
  if (fits(whole)) each(whole)
  for (const piece of whole.slice(whole.indexOf('://') + 3).split(/[/:$#%&=?+\\]+/)) dotted(trimmed(piece), each)
}

function pathLike(piece: string, each: (name: string) => unknown): void {
  const whole = trimmed(piece.replace(LINE_NUMBER, '$1'))
  const steps = whole.split('/')
  if (fits(whole) && isPath(whole, steps.length)) each(whole)
  for (const step of steps) dotted(trimmed(step), each)
}

/** `read/write` is prose; a path starts like one, has three steps, or has a step no English word looks like. */
function isPath(whole: string, steps: number): boolean {
  if (steps === 1 || !/[A-Za-z]/.test(whole) || whole.startsWith('//')) return false
  return steps > 2 || /^~\/|[0-9_.]|[a-z][A-Z]/.test(whole)
}

/** A file name, whole and in parts, or the parts of names joined by dots (`strategy.SaveChanges`). */
function dotted(word: string, each: (name: string) => unknown): void {
  if (fits(word) && EXTENSION.test(word) && !NO_FILE.test(word)) each(word)
  for (const part of word.split('.')) single(part, each)
}

function single(word: string, each: (name: string) => unknown): void {
  if (isName(word)) each(word)
  else for (const part of word.split('-')) if (isName(part)) each(part)
}

function isName(word: string): boolean {
  if (!fits(word) || !/[A-Za-z]/.test(word)) return false
  return DASHED.test(word) ? /[0-9]/.test(word) : NAMES.some((name) => name.test(word))
}

/** Without the punctuation that ends a sentence or opens a flag. */
function trimmed(word: string): string {
  return word.replace(CLOSING, '').replace(/^[-:+=&?#%$]+/, '')
}

function fits(name: string): boolean {
  return name.length >= MIN && name.length <= MAX
}
