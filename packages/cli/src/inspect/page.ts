import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { DaypackError } from 'daypack'
import { execa } from 'execa'

const HERE = path.dirname(fileURLToPath(import.meta.url))

export async function pageFolder(): Promise<string> {
  const shipped = path.join(HERE, '..', 'inspector')
  if (existsSync(path.join(shipped, 'index.html'))) return shipped
  const source = path.join(HERE, '../../../inspector')
  if (!existsSync(path.join(source, 'vite.config.ts')))
    throw new DaypackError('not-found', "The inspector's page is missing from this package; install daypack-cli again.")
  const built = path.join(source, 'dist')
  if (isOlder(path.join(built, 'index.html'), source)) {
    await execa('npm', ['run', '--silent', 'build'], { cwd: source, preferLocal: true })
  }
  return built
}

function isOlder(file: string, source: string): boolean {
  const made = statSync(file, { throwIfNoEntry: false })?.mtimeMs
  if (made === undefined) return true
  const files = readdirSync(path.join(source, 'src'), { recursive: true, encoding: 'utf8' })
  const newest = [...files.map((name) => path.join(source, 'src', name)), path.join(source, 'index.html')]
  return newest.some((name) => (statSync(name, { throwIfNoEntry: false })?.mtimeMs ?? 0) > made)
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

export function pageFiles(folder: string): ReadonlyMap<string, { readonly file: string; readonly type: string }> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return new Map(
    names.flatMap((name) => {
      const type = TYPES[path.extname(name)]
      return type === undefined ? [] : [[name.replaceAll('\\', '/'), { file: path.join(folder, name), type }] as const]
    }),
  )
}
