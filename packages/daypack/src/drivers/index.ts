// Drivers that talk to a server are separate packages: daypack-postgres and daypack-chroma.
export {
  filesDriver,
  type FilesDriver,
  type FilesDriverOptions,
  type Lease,
  type Locks,
  type OpenMode,
  type Place,
  type Tree,
  type Vfs,
  type VfsFile,
  type VfsName,
  type VfsStat,
} from './files/index.ts'
export { memoryDriver, type MemoryDriver, type MemoryDriverOptions } from './memory/index.ts'
export { sqliteIndexStore, type SqliteIndexOptions } from './sqlite/index-store.ts'
