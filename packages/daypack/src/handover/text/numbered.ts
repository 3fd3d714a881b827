/** How hosts number the lines of a file: `  12→text`, `12|text`, `12\ttext`. */
const NUMBERED = /^ {0,8}\d{1,7}(?:→|\||\t)(.*)$/

/** The lines of a file without the numbers its reader put before them. */
export function withoutNumbers(text: string): string {
  return text
    .split('\n')
    .map((line) => NUMBERED.exec(line)?.[1] ?? line)
    .join('\n')
}

const LEAST = 6

/** Most of it are the numbered lines of a file. */
export function isNumbered(text: string): boolean {
  const lines = text.slice(0, 4000).split('\n')
  return lines.length >= LEAST && lines.filter((line) => /^ {0,8}\d{1,7}→/.test(line)).length > lines.length * 0.8
}
