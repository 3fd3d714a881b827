export { countBlocks, placeBreakpoints, systemBlocks, type BreakpointOptions, type Ttl } from './breakpoints.ts'
export { fingerprint, firstChange, type Fingerprint, type Part } from './fingerprint.ts'
export { watchCache, type Rupture, type WatchOptions } from './rupture.ts'
export { CACHE_TTL_MS, cacheTtl, type CacheProvider } from './ttl.ts'
