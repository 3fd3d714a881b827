import { readdirSync } from 'node:fs'
import path from 'node:path'

export function pathsLike(word: string, folder: string): string[] {
  const cut = word.lastIndexOf('/') + 1
  const [dir, name] = [word.slice(0, cut), word.slice(cut)]
  try {
    return readdirSync(path.resolve(folder, dir || '.'), { withFileTypes: true })
      .filter((entry) => entry.name.startsWith(name) && (name !== '' || !entry.name.startsWith('.')))
      .map((entry) => `${dir}${entry.name}${entry.isDirectory() ? '/' : ''}`)
      .toSorted()
  } catch {
    return []
  }
}
