import { DaypackError } from '../../model/errors.ts'

/** A package only this driver needs, asked for when it is first used. */
export async function peer<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    throw new DaypackError('missing-peer', `PostgreSQL needs the package ${name}: npm install ${name}`, {
      cause: error,
    })
  }
}
