import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

export const ROOT = path.resolve(import.meta.dirname, '../../..')
export const SRC = path.join(ROOT, 'packages/daypack/src')

export type Import = { file: string; part: string; target: string }

export const GATEWAY = path.join(ROOT, 'packages/daypack-gateway/src')

export const sourceFiles = walk(SRC).filter((file) => file.endsWith('.ts'))
export const gatewayFiles = walk(GATEWAY).filter((file) => file.endsWith('.ts'))
export const imports = sourceFiles.filter((file) => !isTest(file)).flatMap(importsOf)
export const codeFiles = ['packages', 'lab', 'examples', 'bench', 'scripts', '.ci']
  .flatMap((folder) => walk(path.join(ROOT, folder)))
  .concat(readdirSync(ROOT).map((name) => path.join(ROOT, name)))
  .filter((file) => /\.(ts|mts|mjs|js)$|\/run$/.test(file))
export const textFiles = codeFiles.concat(
  walk(path.join(ROOT, 'docs')),
  walk(ROOT, 1).filter((file) => /\.(md|json|npmrc)$/.test(file)),
  walk(path.join(ROOT, 'packages')).filter((file) => /\.(md|json)$/.test(file)),
)

/** The folder below src, or the name of a file directly in src. */
export function partOf(file: string): string {
  const [first = ''] = path.relative(SRC, file).split(path.sep)
  return first.replace(/(\.slow)?(\.test)?\.ts$/, '')
}

export function importsOf(file: string): Import[] {
  const code = readFileSync(file, 'utf8').replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
  const statements =
    /^\s*(?:import|export)\b(?:[^'"`;()]*?\bfrom)?\s*['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]/gm
  return [...code.matchAll(statements)].map((match) => ({
    file,
    part: partOf(file),
    target: match[1] ?? match[2] ?? '',
  }))
}

export function matching(files: readonly string[], pattern: RegExp): string[] {
  return files.filter((file) => pattern.test(readFileSync(file, 'utf8'))).map(short)
}

export function walk(folder: string, depth = Infinity): string[] {
  if (depth === 0 || !existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name)
    if (entry.isFile()) return [file]
    return entry.isDirectory() && !['node_modules', 'dist', 'coverage', '.git', 'fixtures'].includes(entry.name)
      ? walk(file, depth - 1)
      : []
  })
}

export function isTest(file: string): boolean {
  return file.endsWith('.test.ts')
}

export function short(file: string): string {
  return path.relative(ROOT, file)
}
