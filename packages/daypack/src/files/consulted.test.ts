import { expect, test } from 'vitest'
import { definitionsOf } from './definitions.ts'
import { candidates, consulted } from './consulted.ts'
import type { FileModel, KnownFile } from './known.ts'
import { knownFiles } from '../testing/known-file.ts'

function known(path: string, text: string): { model: FileModel; file: KnownFile } {
  const model = knownFiles({ [path]: text }, 12)
  return { model, file: model.files.get(path) as KnownFile }
}

const GO = `package a

// handleLegacy renames the old branch.
func handleLegacy(repo *Repo) (int, error) {
	ref, err := repo.Find("old")
	if err != nil {
		return 0, err
	}
	if ref == nil {
		return 1, nil
	}

	return rename(ref), nil
}

func other() {
	work()
}`

test('a function that was read and spoken of is shown without blank lines, closing lines and errors handed on', () => {
  const { model } = known('a.go', GO)
  const weight = (name: string): number => (name === 'handleLegacy' ? 1 : 0)
  expect(consulted(model, candidates(model, weight), 1000, '')).toBe(
    `<code path="a.go" lines="3-14" note="as seen at [12]">
// handleLegacy renames the old branch.
func handleLegacy(repo *Repo) (int, error) {
 ref, err := repo.Find("old")
 if ref == nil {
  return 1, nil
 return rename(ref), nil
</code>`,
  )
  expect(consulted(model, candidates(model, weight), 100, '')).toBe('')
  expect(consulted(model, candidates(model, weight), 1000, GO)).toBe('')
  expect(candidates(model, () => 0)).toEqual([])
})

test('what a file defines is found in the languages agents read most', () => {
  const files: [string, string][] = [
    [
      'class Boat:\n    def sail_home(self, wind):\n        if wind > 3:\n            return 1\n        return 0\nx = 1',
      'sail_home',
    ],
    ['export const sailHome = (wind: number) => {\n  if (wind > 3) return 1\n  return 0\n}\nconst x = 1', 'sailHome'],
    ['static int\nsail_home(int wind)\n{\n  if (wind > 3)\n    return 1;\n  return 0;\n}\nint x;', 'sail_home'],
    ['  public int sailHome(int wind) {\n    if (wind > 3) return 1;\n    return 0;\n  }\n  int x;', 'sailHome'],
    ['def sail_home(wind)\n  return 1 if wind > 3\n  0\nend\nx = 1', 'sail_home'],
    [
      '  fun _sail_home(wind: U8): U8 =>\n    if wind > 3 then\n      1\n    end\n\n  fun x(): None => None',
      '_sail_home',
    ],
  ]
  for (const [text, name] of files) {
    const [definition] = definitionsOf(known('f', text).file, (one) => one === name)
    expect(definition?.lines.length, text).toBeGreaterThanOrEqual(4)
    expect(definition?.lines.map((line) => line.text).join('\n')).not.toMatch(/\bx\b/)
  }
})

test('a name that everybody defines is not shown', () => {
  const text = 'def setup_all():\n    a = 1\n    b = 2'
  const model = knownFiles({ a: text, b: text, c: text, d: text }, 12)
  expect(candidates(model, () => 1)).toEqual([])
})
