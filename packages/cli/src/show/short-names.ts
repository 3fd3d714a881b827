const SHORTEST = 15

/** Names by a beginning that no other one of them has: agents name sessions by 36 characters. Commands take such a beginning, too. */
export function shortNames(names: readonly string[]): (name: string) => string {
  return (name) => {
    for (let length = SHORTEST; length < name.length; length++) {
      const start = name.slice(0, length)
      if (!/[-.]$/.test(start) && nameWith(start, names) === name) return start
    }
    return name
  }
}

/** The one that begins so; of a session and its sub-agents, which begin with its name, the session. */
export function nameWith(start: string, names: readonly string[]): string | undefined {
  const found = names.filter((name) => name.startsWith(start)).toSorted((a, b) => a.length - b.length)
  const [first] = found
  return first !== undefined && found.every((name) => name === first || name.startsWith(`${first}.`))
    ? first
    : undefined
}
