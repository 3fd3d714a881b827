// What drivers, codecs and passes are held to. Needs vitest and fast-check, which `daypack-testing` does not.
export { codecSuite, type CodecCase } from './codec-suite.ts'
export { driverSuite, type DriverSuiteOptions, type MakeDriver } from './driver-suite/suite.ts'
export { indexSuite, type IndexSuiteOptions, type MakeIndex } from './index-suite/suite.ts'
export { passSuite, type PassSuiteOptions } from './pass-suite.ts'
