/** The numbers with the highest values, and those that tie with the last of them; in no order. */
export function highest(numbers: readonly number[], values: Float64Array, count: number): number[] {
  if (numbers.length <= count) return [...numbers]
  return atLeast(numbers, values, nthHighest(numbers, values, count)).slice(0, count * 2)
}

export function atLeast(numbers: readonly number[], values: Float64Array, least: number): number[] {
  const result: number[] = []
  for (let index = 0; index < numbers.length; index++) {
    if ((values[numbers[index] as number] as number) >= least) result.push(numbers[index] as number)
  }
  return result
}

/** The value that `nth` of the numbers reach; the lowest of all when there are fewer. */
export function nthHighest(numbers: readonly number[], values: Float64Array, nth: number): number {
  const picked = new Float64Array(numbers.length)
  for (let index = 0; index < numbers.length; index++) picked[index] = values[numbers[index] as number] as number
  const wanted = Math.min(nth, numbers.length) - 1
  let from = 0
  let to = picked.length - 1
  while (from < to) {
    const pivot = picked[(from + to) >> 1] as number
    let left = from
    let right = to
    while (left <= right) {
      while ((picked[left] as number) > pivot) left++
      while ((picked[right] as number) < pivot) right--
      if (left <= right) {
        const swap = picked[left] as number
        picked[left++] = picked[right] as number
        picked[right--] = swap
      }
    }
    if (wanted <= right) to = right
    else if (wanted >= left) from = left
    else break
  }
  return picked[wanted] ?? 0
}
