import { lstatSync, readFileSync } from 'node:fs'
import path from 'node:path'

const MARKER = '<<<TRUNCATED>>>'
const SAVED = /file_path=(.+?) start_line=\d+/
const FOLDERS = ['tool_result', 'tool_results']

type Restorer = { readonly restore: (output: string) => string | undefined; readonly count: () => number }

/** Takes the whole result from the workspace's own folder, by file name, only if the cut text is its beginning. */
export function restorer(folder: string): Restorer {
  let count = 0
  return {
    restore: (output) => {
      const at = output.indexOf(MARKER)
      const saved = at < 0 ? undefined : SAVED.exec(output.slice(at))?.[1]
      if (saved === undefined) return undefined
      const name = saved.split(/[\\/]/).at(-1) ?? ''
      for (const each of FOLDERS.filter((one) => isPlainFolder(path.join(folder, one)))) {
        const text = plainText(path.join(folder, each, name))
        if (text?.startsWith(output.slice(0, at))) {
          count++
          return text
        }
      }
      return undefined
    },
    count: () => count,
  }
}

function isPlainFolder(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isDirectory() === true
}

function plainText(file: string): string | undefined {
  try {
    return lstatSync(file).isFile() ? readFileSync(file, 'utf8') : undefined
  } catch {
    return undefined
  }
}
