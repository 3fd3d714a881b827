/** A table in Markdown. */
export function markdown(titles: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const lines = rows.map((row) => `| ${row.join(' | ')} |`)
  return [`| ${titles.join(' | ')} |`, `|${'---|'.repeat(titles.length)}`, ...lines].join('\n')
}
