import { basename, dirname, resolve } from 'node:path'
import { systemZone } from '../../model/day.ts'
import { DaypackError } from '../../model/errors.ts'
import { objectIn, type Json } from '../../model/json.ts'
import { writeWhole } from './atomic.ts'
import { readWhole } from './read.ts'
import type { Locks } from './lock.ts'
import { treeAt, type FolderNames, type Tree } from './paths.ts'
import { FORMAT_VERSION } from './record.ts'
import { errno, type Vfs } from './vfs.ts'

const ABOUT = { folder: [], name: 'daypack.json' }
const IGNORE = { folder: [], name: '.gitignore' }
const OWN_FOLDER = '.daypack'
const FOLDERS = ['log', 'tool_result', 'dialog', 'memory', 'index', '.lock']
/** NFS, SMB, CIFS, SMB2, AFS, Ceph, Lustre: their locks and syncs do not promise what we promise. */
const NETWORK = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f, 0x00c36400, 0x0bd00bd0])

export async function openWorkspace(vfs: Vfs, dir: string, names: FolderNames = {}): Promise<Tree> {
  const wanted = resolve(dir)
  await makeAll(vfs, wanted)
  const root = await vfs.realpath(wanted)
  await checkOwner(vfs, root)
  if (NETWORK.has((await vfs.fsType(root)) >>> 0)) {
    throw new DaypackError('unsupported', `${root} is on a network file system; keep the workspace on a local disk.`)
  }
  await syncParent(vfs, root)
  const tree = treeAt(vfs, root, checkedNames(names))
  for (const name of FOLDERS) await tree.makeFolder([name])
  return tree
}

function checkedNames(names: FolderNames): FolderNames {
  const taken = FOLDERS.filter((name) => names[name] === undefined)
  for (const [folder, name] of Object.entries(names)) {
    const isPlain = name.split('/').every((part) => /^[\w-][\w.-]*$/.test(part))
    if (isPlain && !taken.includes(name)) {
      taken.push(name)
      continue
    }
    throw new DaypackError(
      'bad-config',
      `${JSON.stringify(name)} cannot be the folder for ${folder}: write a plain, unused folder name inside the workspace, such as "${folder}".`,
    )
  }
  return names
}

/** The zone the workspace was made with: days must keep their names, wherever it is opened later. */
export async function storedZone(tree: Tree, locks: Locks, zone: string | undefined): Promise<string> {
  return (await readZone(tree)) ?? (await locks.hold('workspace', () => makeZone(tree, zone ?? systemZone())))
}

async function makeZone(tree: Tree, zone: string): Promise<string> {
  const existing = await readZone(tree)
  if (existing !== undefined) return existing
  if (!isZone(zone)) throw new DaypackError('bad-config', `"${zone}" is not an IANA time zone, such as Europe/Rome.`)
  const about = { format: 'daypack', kind: 'workspace', version: FORMAT_VERSION, zone }
  // Logs and outputs of a project are nobody's to commit by accident.
  if (basename(dirname(tree.path(ABOUT))) === OWN_FOLDER && !(await readWhole(tree, IGNORE)))
    await writeWhole(tree, IGNORE, [Buffer.from('*\n')])
  await writeWhole(tree, ABOUT, [Buffer.from(`${JSON.stringify(about, null, 2)}\n`)])
  return zone
}

async function readZone(tree: Tree): Promise<string | undefined> {
  const bytes = await readWhole(tree, ABOUT)
  if (bytes === undefined) return undefined
  const { version, zone } = (objectIn(bytes.toString()) ?? {}) as { version?: Json; zone?: Json }
  if (typeof version === 'number' && version > FORMAT_VERSION) {
    throw new DaypackError('unsupported', `The workspace has format version ${version}; update Daypack.`)
  }
  if (typeof zone === 'string' && isZone(zone)) return zone
  throw new DaypackError('damaged', 'daypack.json does not name a time zone; write one such as "Europe/Rome" into it.')
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

async function makeAll(vfs: Vfs, path: string): Promise<void> {
  try {
    await vfs.mkdir(path)
  } catch (error) {
    if (errno(error) === 'EEXIST') return
    if (errno(error) !== 'ENOENT' || dirname(path) === path) throw error
    await makeAll(vfs, dirname(path))
    // Once only: below /proc a folder can be missing although its parent is there.
    await vfs.mkdir(path).catch((again: unknown) => {
      if (errno(again) !== 'EEXIST') throw again
    })
  }
  await vfs.syncDir(dirname(path))
}

/** Whoever made the workspace may have been killed before its name was durable. Its parent may be none of our business. */
async function syncParent(vfs: Vfs, root: string): Promise<void> {
  try {
    await vfs.syncDir(dirname(root))
  } catch (error) {
    if (errno(error) !== 'EACCES' && errno(error) !== 'EPERM') throw error
  }
}

/** Who can write to the folder can swap everything in it. */
async function checkOwner(vfs: Vfs, root: string): Promise<void> {
  const { mode, uid } = await vfs.stat(root)
  const mine = process.getuid?.() ?? uid
  if ((mode & 0o022) === 0) return
  if (uid !== mine) {
    throw new DaypackError(
      'unsafe-path',
      `${root} belongs to someone else, and others can write to it. Use another folder.`,
      { details: { root, uid, mode: mode.toString(8) } },
    )
  }
  await vfs.chmod(root, mode & ~0o022)
}
