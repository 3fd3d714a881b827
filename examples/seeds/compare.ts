/** Rows of one document: its figure and ours. Prints them, and leaves exit code 1 where one differs. */
export function comparison(title: string) {
  let differ = 0
  console.log(`${title}\n`)
  return {
    row: (what: string, document: string | number | boolean, here: string | number | boolean): void => {
      const isSame = document === here
      if (!isSame) differ++
      console.log(`${isSame ? '=' : 'DIFFERS'}  ${what}: ${document} in the document, ${here} here`)
    },
    end: (): void => {
      console.log(differ === 0 ? '\nAll as the document has it.' : `\n${differ} differ from the document.`)
      if (differ > 0) process.exitCode = 1
    },
  }
}

/** A text of so many tokens by the documents' rule, four bytes each. */
export function tokens(count: number): string {
  return 'word'.repeat(count)
}

/** So many lines of nearly the same length that together have so many bytes. */
export function page(lines: number, bytes: number): string {
  const end = (line: number) => Math.floor((line * bytes) / lines)
  return Array.from({ length: lines }, (_, at) => 'x'.repeat(end(at + 1) - end(at) - 1)).join('\n')
}
