import fc from 'fast-check'

// Every property runs this often unless it asks for its own number; scripts/test.mjs sets the variable. DAYPACK_SHRINK=0
// reports the first failure as it is, which is quicker while working.
fc.configureGlobal({
  numRuns: Number(process.env['DAYPACK_RUNS'] ?? 100),
  endOnFailure: process.env['DAYPACK_SHRINK'] === '0',
})
