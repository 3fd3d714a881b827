import { appendFileSync } from 'node:fs'

/** How often an attack was tried and how often it held. `npm run attacks` adds them up and writes the table of SECURITY.md. */
export function countAttack(attack: string, tries: number, held = tries): void {
  const file = process.env['DAYPACK_ATTACKS']
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ attack, tries, held })}\n`)
}
