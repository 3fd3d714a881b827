/** `./src\\a.ts` and `src/b/../a.ts` are the same file. */
export function normalPath(path: string): string {
  const parts: string[] = []
  for (const part of path.replaceAll('\\', '/').split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop()
    else parts.push(part)
  }
  return (/^[/\\]/.test(path) ? '/' : '') + parts.join('/')
}

export function isAbsolute(path: string): boolean {
  return /^(?:\/|~|[A-Za-z]:\/)/.test(path)
}

/** Told by a search over an absolute folder that answers with relative paths. */
export function searchedFrom(searched: string, hit: string): string | undefined {
  const asked = normalPath(searched)
  const found = normalPath(hit)
  if (!isAbsolute(asked) || isAbsolute(found)) return undefined
  const parts = asked.split('/')
  for (let at = 1; at < parts.length; at++) {
    const end = parts.slice(at).join('/')
    if (found === end || found.startsWith(`${end}/`)) return parts.slice(0, at).join('/') || '/'
  }
  return undefined
}
