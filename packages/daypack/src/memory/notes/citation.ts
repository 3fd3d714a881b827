/** Where a hit stands, as people and tools cite it. */
export function citation(path: string, startLine: number, endLine: number): string {
  return endLine > startLine ? `${path}#L${startLine}-L${endLine}` : `${path}#L${startLine}`
}
