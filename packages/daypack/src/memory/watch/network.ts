import { statfsSync } from 'node:fs'

/** Linux file systems that others change without telling this kernel: NFS, SMB, 9p, FUSE, VirtualBox and VMware shares. */
const REMOTE = new Set([
  0x6969, 0xff534d42, 0xfe534d42, 0x517b, 0x01021997, 0x65735546, 0x786f4256, 0xbacbacbc, 0x5346414f, 0x00c36400,
])

/** Whether changes made elsewhere to this kind of file system go untold here, so that only asking helps. */
export function isRemote(type: number): boolean {
  return REMOTE.has(type >>> 0)
}

/** Whether a folder lies on such a file system; false where nobody can tell. */
export function isNetworkFolder(dir: string, platform: NodeJS.Platform = process.platform): boolean {
  if (platform !== 'linux') return false
  try {
    return isRemote(statfsSync(dir).type)
  } catch {
    return false
  }
}
