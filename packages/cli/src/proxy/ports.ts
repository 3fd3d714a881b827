import { readOwnFile, writeOwnFile } from './own-file.ts'

const FILE = 'proxy-ports'
/** One that was killed leaves its port behind. */
const MOST = 8

/** Where proxies of this workspace listen, the newest first; some of them may be gone. */
export function notedPorts(workspace: string): number[] {
  const text = readOwnFile(workspace, FILE) ?? ''
  return text
    .split('\n')
    .filter((line) => /^\d{1,5}$/.test(line))
    .map(Number)
}

/** So that `--status` and `--watch` find a proxy whose port was chosen for it; returns what forgets it again. */
export function notePort(workspace: string, port: number): () => void {
  const others = () => notedPorts(workspace).filter((one) => one !== port)
  writeOwnFile(workspace, FILE, [port, ...others()].slice(0, MOST).join('\n'))
  return () => writeOwnFile(workspace, FILE, others().join('\n'))
}
