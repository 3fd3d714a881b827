import { DaypackError } from '../../model/errors.ts'

export async function peer<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    throw new DaypackError(
      'missing-peer',
      `This summarizer needs the package ${name}: npm install ${name}. Or hand over a client of your own.`,
      { cause },
    )
  }
}
