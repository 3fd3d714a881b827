export { createDaypack, type Daypack } from './daypack.ts'
export type { DaypackOptions } from './config.ts'
export type { Session, Prepared, Compacted, SessionEvents } from './session/session.ts'
export { DaypackError, isDaypackError, type ErrorCode } from './model/errors.ts'
