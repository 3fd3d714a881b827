import fc from 'fast-check'

// Every property runs this often unless it asks for its own number; scripts/test.mjs sets the variable.
fc.configureGlobal({ numRuns: Number(process.env['DAYPACK_RUNS'] ?? 100) })
