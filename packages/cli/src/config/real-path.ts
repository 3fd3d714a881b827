import { lstatSync, readlinkSync, realpathSync } from 'node:fs'
import path from 'node:path'

/** With links resolved and letters as the disk has them; of what is not there yet, or a link that leads nowhere, the nearest folder that is. */
export function realOf(file: string): string {
  try {
    return realpathSync.native(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' || path.dirname(file) === file) throw error
    const link = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(file) : undefined
    return link === undefined
      ? path.join(realOf(path.dirname(file)), path.basename(file))
      : realOf(path.resolve(path.dirname(file), link))
  }
}

/** Whether a name, as `root` sees it, is `root` or below it. */
export function isWithin(root: string, name: string): boolean {
  const relative = path.relative(path.resolve(root), path.resolve(root, name))
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative)
}
