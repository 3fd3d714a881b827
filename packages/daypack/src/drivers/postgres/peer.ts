import { DaypackError } from '../../model/errors.ts'

/** A package that comes with the database; its name in a variable, so that a bundler does not look for what may not be there. */
export async function peer<T>(name: string, entry: string = name): Promise<T> {
  try {
    return (await import(/* @vite-ignore */ entry)) as T
  } catch (error) {
    throw new DaypackError('missing-peer', `PostgreSQL needs the package ${name}: npm install ${name}`, {
      cause: error,
    })
  }
}
