import fc from 'fast-check'

// Every property runs this often unless it asks for its own number; scripts/test.mjs sets the variable. A failure that
// takes long to shrink is reported as far as it got.
fc.configureGlobal({ numRuns: Number(process.env['DAYPACK_RUNS'] ?? 100), interruptAfterTimeLimit: 45_000, endOnFailure: process.env['DAYPACK_SHRINK'] === '0' })
