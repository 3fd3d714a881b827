/** Shorter lines, such as a closing bracket, stand everywhere and tell nothing. */
const TELLING = 8

/** How much of these lines is in view already: the share of those that tell something for which `isShown` says so. */
export function visibleShare(lines: readonly string[], isShown: (line: string) => boolean, telling = TELLING): number {
  const told = lines.filter((line) => line.trim().length >= telling)
  return told.length === 0 ? 1 : told.filter((line) => isShown(line)).length / told.length
}

/** The lines of a text, to look others up among them: without their indent and the marks of what was cut from them. */
export function linesIn(text: string): ReadonlySet<string> {
  return new Set(text.split('\n').map((line) => line.trim().replace(/^… | …$/g, '')))
}
