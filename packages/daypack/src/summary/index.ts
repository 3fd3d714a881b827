export { extractive, type ExtractiveOptions } from './extractive.ts'
export { identifiers } from './identifiers.ts'
export { ledger, type LedgerOptions } from './ledger.ts'
