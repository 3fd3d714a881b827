/** Rows in columns: text to the left, by default only in the first, and figures to the right. */
export function tableLines(
  rows: readonly (readonly string[])[],
  isText: (column: number) => boolean = (column) => column === 0,
): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const cell = (text: string, column: number) =>
    isText(column) ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)
  return rows.map((row) => row.map(cell).join('  ').trimEnd())
}
