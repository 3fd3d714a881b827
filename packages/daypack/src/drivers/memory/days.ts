import type { DayPlace, DayStore, DialogRecord } from '../../model/driver.ts'
import type { Millis } from '../../model/json.ts'

export function memoryDays(day: (at: Millis) => string): DayStore {
  const files = new Map<string, string[]>()
  const places = new Map<string, DayPlace>()

  const add = (record: DialogRecord): DayPlace => {
    const name = day(record.at)
    const key = JSON.stringify([name, record.session, record.seq, record.sha256])
    const known = places.get(key)
    if (known !== undefined) return known
    const lines = files.get(name) ?? []
    lines.push(JSON.stringify(record))
    files.set(name, lines)
    const place = { file: `dialog/${name}.jsonl`, line: lines.length, session: record.session, seq: record.seq }
    places.set(key, place)
    return place
  }

  return {
    async append(records) {
      return records.map(add)
    },
    async read(name) {
      return (files.get(name) ?? []).map((line) => JSON.parse(line) as DialogRecord)
    },
    async days() {
      return [...files.keys()].toSorted()
    },
    async scrub(change) {
      let changed = 0
      for (const [name, lines] of files) {
        const after = lines.map((line) => JSON.stringify(change(JSON.parse(line) as DialogRecord)))
        changed += after.filter((line, index) => line !== lines[index]).length
        files.set(name, after)
      }
      return changed
    },
  }
}
