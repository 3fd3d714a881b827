/** How hosts number the lines of a file: `  12→text`, `12|text`, `12\ttext`. */
const NUMBERED = /^ {0,8}(\d{1,7})(?:→|\||\t)(.*)$/

/** The lines of a file without the numbers its reader put before them. */
export function withoutNumbers(text: string): string {
  return text
    .split('\n')
    .map((line) => NUMBERED.exec(line)?.[2] ?? line)
    .join('\n')
}

const LEAST = 3
const ARROW = /^ {0,8}(\d{1,7})→/

/** Runs of numbered lines in somebody's words are a file they quote: each becomes one line that says which. */
export function withoutDumps(text: string): string {
  if (!text.includes('→')) return text
  const kept: string[] = []
  let run: string[] = []
  const close = (): void => {
    const numbers = run.flatMap((line) => ARROW.exec(line)?.[1] ?? [])
    if (numbers.length >= LEAST) kept.push(`(lines ${numbers[0]}-${numbers.at(-1)} of a text)`)
    else kept.push(...run)
    run = []
  }
  for (const line of text.split('\n')) {
    if (ARROW.test(line) || (run.length > 0 && line.trim() === '')) run.push(line)
    else {
      close()
      kept.push(line)
    }
  }
  close()
  return kept.join('\n').trim()
}

/** Nothing is left of it but the mention of such runs. */
export function isDump(text: string): boolean {
  return /^(?:\(lines \d+-\d+ of a text\)\s*)+$/.test(text)
}

/** Most of it are the numbered lines of a file. */
export function isNumbered(text: string): boolean {
  const lines = text.slice(0, 4000).split('\n')
  return lines.length >= LEAST * 2 && lines.filter((line) => ARROW.test(line)).length > lines.length * 0.8
}
