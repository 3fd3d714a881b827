/** The numbers with the highest values, and as many again that tie with the last of them; in no order. */
export function highest(numbers: ArrayLike<number>, values: Float64Array, count: number): number[] {
  if (numbers.length <= count) return Array.from(numbers)
  const picked = new Float64Array(numbers.length)
  for (let index = 0; index < numbers.length; index++) picked[index] = values[numbers[index] as number] as number
  const least = nthHighest(picked, count)
  const result: number[] = []
  const ties: number[] = []
  for (let index = 0; index < numbers.length; index++) {
    const value = values[numbers[index] as number] as number
    if (value > least) result.push(numbers[index] as number)
    else if (value === least && ties.length < count * 2) ties.push(numbers[index] as number)
  }
  return [...result, ...ties.slice(0, count * 2 - result.length)]
}

/** The value that `nth` of the values reach; the lowest of all when there are fewer. Reorders them. */
function nthHighest(values: Float64Array, nth: number): number {
  const wanted = Math.min(nth, values.length) - 1
  let from = 0
  let to = values.length - 1
  while (from < to) {
    const pivot = values[(from + to) >> 1] as number
    let left = from
    let right = to
    while (left <= right) {
      while ((values[left] as number) > pivot) left++
      while ((values[right] as number) < pivot) right--
      if (left <= right) {
        const swap = values[left] as number
        values[left++] = values[right] as number
        values[right--] = swap
      }
    }
    if (wanted <= right) to = right
    else if (wanted >= left) from = left
    else break
  }
  return values[wanted] ?? 0
}
