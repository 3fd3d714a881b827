/** The numbers with the highest values, and those that tie with the last of them; in no order. */
export function highest(numbers: readonly number[], values: Float64Array, count: number): number[] {
  if (numbers.length <= count) return [...numbers]
  const least = nthLargest(Float64Array.from(numbers, (number) => values[number] as number), count)
  return numbers.filter((number) => (values[number] as number) >= least).slice(0, count * 2)
}

/** Quickselect; the array is reordered. */
function nthLargest(values: Float64Array, nth: number): number {
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
    if (nth - 1 <= right) to = right
    else if (nth - 1 >= left) from = left
    else break
  }
  return values[nth - 1] as number
}
