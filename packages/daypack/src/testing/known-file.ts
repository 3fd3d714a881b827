import { createFileModel, type FileModel, type KnownFile } from '../files/known.ts'

/** Files that were read whole in the message numbered `seq`. */
export function knownFiles(files: Readonly<Record<string, string>>, seq: number): FileModel {
  const model = createFileModel()
  for (const [path, text] of Object.entries(files)) model.files.set(path, knownFile(path, text))
  model.seqs.push(seq)
  return model
}

function knownFile(path: string, text: string): KnownFile {
  const lines = text.split('\n').map((line) => ({ text: line, shown: 0 }))
  return { path, lines, loose: [], doubt: 0, touched: 0, reads: 1, changes: 0, edits: [] }
}
