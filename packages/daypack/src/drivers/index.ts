// Those that talk to a server load its package when they first connect: nobody needs a package they do not use.
export { chromaIndexStore, checkChroma, type ChromaIndexOptions } from './chroma/index.ts'
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
export {
  connectPostgres,
  migratePostgres,
  postgresDriver,
  postgresIndexStore,
  s3Store,
  startJobs,
  type ChoreKind,
  type Chores,
  type Migrated,
  type ObjectStore,
  type Postgres,
  type PostgresDriver,
  type PostgresDriverOptions,
  type PostgresIndexOptions,
  type PostgresJobs,
  type PostgresJobsOptions,
  type PostgresOptions,
  type S3Options,
} from './postgres/index.ts'
export { sqlite, sqliteIndexStore, type SqliteIndexOptions } from './sqlite/index.ts'
