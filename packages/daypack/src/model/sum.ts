export function sumOf<T>(list: readonly T[], amount: (one: T, index: number) => number): number {
  let total = 0
  for (const [index, one] of list.entries()) total += amount(one, index)
  return total
}
