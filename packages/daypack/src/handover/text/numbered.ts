/** How hosts number the lines of a file: `  12→text`, `12|text`, `12\ttext`. */
const NUMBERED = /^ {0,8}\d{1,7}(?:→|\||\t)(.*)$/

/** The lines of a file without the numbers its reader put before them. */
export function withoutNumbers(text: string): string {
  return text
    .split('\n')
    .map((line) => NUMBERED.exec(line)?.[1] ?? line)
    .join('\n')
}
