export { guard, validate, type Guarded, type Ruled, type ValidateOptions, type Violation } from './validate.ts'
export { heal, NO_RESULT, type Healed, type Healing } from './heal.ts'
export { readBody, type Body } from './body.ts'
