import { existsSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { cycles, fileArrows, folderOf } from '../../../scripts/import-graph.mjs'
import { MAY_IMPORT, NODE_ONLY } from './layers.ts'
import {
  codeFiles,
  GATEWAY,
  gatewayFiles,
  imports,
  importsOf,
  isTest,
  matching,
  partOf,
  ROOT,
  short,
  sourceFiles,
  SRC,
  textFiles,
  walk,
} from './source-files.ts'

describe('import direction', () => {
  test('every part of src has its place in the table', () => {
    const unknown = [...new Set(sourceFiles.map(partOf))].filter((part) => !(part in MAY_IMPORT))
    expect(unknown).toEqual([])
  })

  test('imports point one way', () => {
    const wrong = imports
      .filter((found) => found.target.startsWith('.'))
      .map((found) => ({ ...found, to: partOf(path.resolve(path.dirname(found.file), found.target)) }))
      .filter(({ part, to }) => part !== to && !(MAY_IMPORT[part] ?? []).includes(to))
      .map(({ file, to }) => `${short(file)} imports ${to}`)
    expect(wrong).toEqual([])
  })

  test('memory depends on no hand-over', () => {
    const wrong = fileArrows(SRC).filter(({ from, to }) => from.startsWith('memory/') && to.startsWith('handover/'))
    expect(wrong).toEqual([])
  })

  test('F-53: no folder imports in a circle, however deep it lies', () => {
    const found = (src: string) =>
      cycles(fileArrows(src).map(({ from, to }) => [folderOf(from), folderOf(to)] as const))
    expect(found(SRC)).toEqual([])
    expect(found(GATEWAY)).toEqual([])
  })

  test('F-53: the folders of memory are layered', () => {
    // Lowest first: each may import the folders before it.
    const LAYERS = [
      ...['language', 'text', 'search/text', 'search/chunk', 'index', 'notes', 'evidence', 'search/meaning', 'trust'],
      ...['search/vectors', 'index/watch', 'search', 'tools', 'write', 'consolidate', 'recall'],
    ]
    const layer = (file: string): number => LAYERS.indexOf(/\bmemory\/(.+)\/[\w.-]+$/.exec(file)?.[1] ?? '')
    const wrong = fileArrows(SRC)
      .filter(({ from, to }) => layer(from) >= 0 && layer(to) > layer(from))
      .map(({ from, to }) => `${from} imports ${to}`)
    expect(wrong).toEqual([])
  })

  test('F-53: no file imports in a circle; for types alone it may, inside its folder', () => {
    const running = fileArrows(SRC).filter(({ isType }) => !isType)
    expect(cycles(running.map(({ from, to }) => [from, to] as const))).toEqual([])
  })

  test('F-53: what ships does not import what tests', () => {
    const crossing = imports
      .concat(gatewayFiles.filter((file) => !isTest(file)).flatMap(importsOf))
      .filter(({ target }) => target.startsWith('daypack-testing') || target.startsWith('daypack-lab'))
      .map(({ file, target }) => `${short(file)} imports ${target}`)
    expect(crossing).toEqual([])
  })

  test('the library does not know the gateway', () => {
    const knows = imports.filter(({ target }) => target.startsWith('daypack-gateway'))
    expect(knows.map(({ file }) => short(file))).toEqual([])
  })

  test('no two parts import each other', () => {
    const arrows = new Set(
      imports
        .filter((found) => found.target.startsWith('.'))
        .map((found) => `${found.part} ${partOf(path.resolve(path.dirname(found.file), found.target))}`),
    )
    const mutual = [...arrows].filter((arrow) => {
      const [from, to] = arrow.split(' ')
      return from !== to && arrows.has(`${to} ${from}`)
    })
    expect(mutual).toEqual([])
  })

  test('the core imports nothing outside Node', () => {
    const outside = imports
      .filter(({ part, target }) => NODE_ONLY.has(part) && !target.startsWith('.') && !isBuiltin(target))
      .map(({ file, target }) => `${short(file)} imports ${target}`)
    expect(outside).toEqual([])
  })

  test('model imports nothing but itself', () => {
    const outside = imports.filter(({ part, target }) => part === 'model' && !target.startsWith('./'))
    expect(outside.map(({ file, target }) => `${short(file)} imports ${target}`)).toEqual([])
  })
})

describe('import style', () => {
  const all = codeFiles.filter((file) => file.endsWith('.ts')).flatMap(importsOf)

  test('relative imports end in .ts and name a file that exists', () => {
    const wrong = all
      .filter(({ target }) => target.startsWith('.'))
      .filter(({ file, target }) => {
        return !/\.(ts|mjs|json)$/.test(target) || !existsSync(path.resolve(path.dirname(file), target))
      })
      .map(({ file, target }) => `${short(file)} imports ${target}`)
    expect(wrong).toEqual([])
  })

  test('node built-ins are written with node:', () => {
    const bare = all.filter(({ target }) => isBuiltin(target) && !target.startsWith('node:'))
    expect(bare.map(({ file, target }) => `${short(file)} imports ${target}`)).toEqual([])
  })

  test('the package reaches others by name, never by path', () => {
    const crossing = imports
      .filter(({ file, target }) => target.startsWith('.') && !path.resolve(path.dirname(file), target).startsWith(SRC))
      .map(({ file, target }) => `${short(file)} imports ${target}`)
    expect(crossing).toEqual([])
  })

  test('F-53: our other packages reach the library by name: what is not public through daypack/internal', () => {
    const crossing = [
      'packages/cli/src',
      'packages/daypack-chroma/src',
      'packages/daypack-gateway/src',
      'packages/daypack-postgres/src',
      'packages/daypack-testing/src',
      'lab/src',
    ]
      .flatMap((folder) => walk(path.join(ROOT, folder)))
      .filter((file) => file.endsWith('.ts') && !isTest(file))
      .flatMap(importsOf)
      .filter(({ file, target }) => target.startsWith('.') && path.resolve(path.dirname(file), target).startsWith(SRC))
    expect(crossing.map(({ file }) => short(file))).toEqual([])
  })
})

describe('the interface speaks', () => {
  const shipped = sourceFiles.filter((file) => !isTest(file))

  test('F-51: shared code asks no codec, driver, pass or preset for its name', () => {
    const asks = /\b(?:codec|driver|pass|preset|host|wire)\.name\s*[!=]==|\b(?:batch|skip)\.by\s*[!=]==\s*'/
    expect(matching([...shipped, ...gatewayFiles.filter((file) => !isTest(file))], asks)).toEqual([])
  })

  test('F-51: names of wires are only in their codecs and hosts', () => {
    const names = /'(?:openai-chat|openai-responses|openai-agents|ai-sdk|langchain)'/
    const shared = shipped.filter((file) => !['codecs', 'hosts'].includes(partOf(file)))
    expect(matching(shared, names)).toEqual([])
  })

  test('F-51: tools are told apart by the table, not by name', () => {
    const asks =
      /\btool(?:Name)?\s*[!=]==\s*'|'(?:read_ref|memory_get|todo_?write|task_?create|apply_patch|multi_?edit)'/i
    // Where our own tools are defined, and memory, which looks for what it itself wrote.
    const shared = shipped.filter((file) => !['tools', 'retrieval', 'memory', 'hosts'].includes(partOf(file)))
    expect(matching(shared, asks)).toEqual([])
  })
})

describe('F-70: errors', () => {
  /** Thrown and caught in the same part: nobody outside ever sees them. */
  const INSIDE = [
    'packages/daypack/src/retrieval/regex/parse.ts Unsupported',
    'packages/daypack/src/retrieval/regex/run.ts RangeError',
    'packages/daypack/src/view/items.ts TextNotLoaded',
    'packages/daypack/src/wire/field.ts SyntaxError',
  ]

  test('whatever the library throws is a DaypackError', () => {
    const thrown = [...sourceFiles, ...gatewayFiles]
      .filter((file) => !isTest(file))
      .flatMap((file) => {
        const code = readFileSync(file, 'utf8').replaceAll(/^\s*(?:\/\*\*|\*|\/\/).*$/gm, '')
        const found = code.matchAll(/\bthrow\s+(?:new\s+(\w+)|(['"`{]))/g)
        return [...found].map(([, name, literal]) => `${short(file)} ${name ?? literal}`)
      })
    const others = [...new Set(thrown)].filter((each) => !each.endsWith(' DaypackError') && !INSIDE.includes(each))
    expect(others).toEqual([])
  })

  test('every code says what to do in docs/troubleshooting.md', () => {
    const declared = readFileSync(path.join(SRC, 'model/errors.ts'), 'utf8').matchAll(/^ {2}\| '([\w-]+)'$/gm)
    const page = readFileSync(path.join(ROOT, 'docs/troubleshooting.md'), 'utf8')
    const rows = page.split('\n').filter((line) => line.startsWith('| `'))
    const missing = [...declared].flatMap(([, code]) =>
      rows.some((row) => row.split('|')[1]?.includes(`\`${code}\``)) ? [] : [code],
    )
    expect(missing).toEqual([])
  })
})

describe('one word per concept', () => {
  const shipped = sourceFiles.filter((file) => !isTest(file))

  test('F-57: a word of the glossary is the name of one type', () => {
    const glossary = readFileSync(path.join(ROOT, 'docs/glossary.md'), 'utf8')
    const words = [...glossary.matchAll(/\*\*([a-z]+)\*\*/g)].map(
      ([, word = '']) => `${word[0]?.toUpperCase()}${word.slice(1)}`,
    )
    // What types are called that users of the command never meet.
    const INSIDE = [
      ...['Message', 'Block', 'Entry', 'Edit', 'Proposal', 'Plan', 'Budget', 'Usage', 'Memory', 'Hit', 'Settings'],
      ...['Item', 'Change', 'Source', 'Candidate', 'Replacement', 'Failures'],
    ]
    const code = shipped.map((file) => readFileSync(file, 'utf8')).join('\n')
    const times = (word: string) =>
      code.match(new RegExp(`^(?:export )?(?:type|class|interface) ${word}\\b(?! \\})`, 'gm'))?.length ?? 0
    expect([...words, ...INSIDE].filter((word) => times(word) > 1)).toEqual([])
    expect(INSIDE.filter((word) => times(word) === 0)).toEqual([])
    expect(words.filter((word) => times(word) === 1).length).toBeGreaterThan(8)
  })

  test('F-57: words the glossary has others for name nothing of ours', () => {
    // Frameworks call what we plug into them middleware: a host may say so.
    const OTHER = 'Adapter|Strategy|Thread|Artifact|Quota|Evict|Microcompact|ContentBlock|MemoryItem|ToolUse|Setting'
    const named = new RegExp(`^(?:export )?(?:async )?(?:type|class|function\\*?|const) (?:\\w*(?:${OTHER}))\\b`, 'm')
    expect(
      matching(
        shipped.filter((file) => partOf(file) !== 'hosts'),
        named,
      ),
    ).toEqual([])
  })
})

describe('what the source does not say', () => {
  test('F-52: failures in a row are counted, and found too many, in one place', () => {
    const breakers = matching(sourceFiles, /\b(?:FAILURE_LIMIT|MAX_FAILURES|FAILURES)\s*=/)
    expect(breakers).toEqual(['packages/daypack/src/model/breaker.ts'])
    // An embedding endpoint that is down is tried again after a while, however often it failed: that is no breaker.
    const counting = matching(
      sourceFiles,
      /\bfailures(?:\[[^\]]*\])?(?: \?\? 0\))?(?:\+\+| \+= 1| \+ 1\b)|\bfailures\[what\]/,
    )
    expect(counting).toEqual([
      'packages/daypack/src/memory/search/vectors/leg.ts',
      'packages/daypack/src/model/breaker.ts',
    ])
  })

  test('G-84: nobody waits for a model, an embedder or a pass of somebody else that never answers', () => {
    // Our own passes that ask another one are themselves waited for by the planner.
    const unlimited =
      /\bawait (?:[\w.]+\.)?(?:summarize|embed|(?<!fold\.)propose)\(|\bfetch\)?\([^]{0,400}?await response\.(?:json|text|arrayBuffer)\(/
    const own = sourceFiles.filter((file) => !isTest(file) && partOf(file) !== 'testing')
    expect(matching(own, unlimited)).toEqual([])
  })

  test('G-85: whoever asks over HTTP says when they stop waiting', () => {
    const isLimited = (text: string, at: number) => /signal/i.test(text.slice(Math.max(0, at - 300), at + 300))
    const waiting = codeFiles.filter((file) => {
      if (isTest(file) || !/^packages\/(?!inspector|daypack-testing)[\w-]+\/src\//.test(short(file))) return false
      const text = readFileSync(file, 'utf8')
      return [...text.matchAll(/\bawait (?:client\.)?fetch\(/g)].some(({ index }) => !isLimited(text, index))
    })
    expect(waiting.map(short)).toEqual([])
  })

  test('no day is cut from an ISO string: days belong to a zone', () => {
    const cut = /toISOString\(\)\s*\.\s*(?:(?:slice|substring|substr)\(\s*0\s*,\s*10\s*\)|split\()/
    expect(matching(codeFiles, cut)).toEqual([])
  })

  test('what tests leave in the temporary folder goes with the run', () => {
    expect(path.basename(tmpdir())).toMatch(/^daypack-run-/)
    const elsewhere = /mkdtemp(?:Sync)?\(\s*(?:['"`]\/|path\.join\('\/)/
    expect(matching(codeFiles, elsewhere)).toEqual([])
  })

  test('what tests import registers no hooks and sets nothing: it is loaded once for many files', () => {
    const registers = /^(?:export const \w+ = )?(?:(?:before|after)(?:Each|All)|vi\.\w+|temporary)\(/m
    const helpers = codeFiles.filter((file) => !isTest(file) && short(file).startsWith('packages/'))
    expect(matching(helpers, registers)).toEqual([])
  })

  test('no open ends are left as comments', () => {
    expect(matching(codeFiles, /TO[D]O|FIX[M]E/)).toEqual([])
  })

  test('no path of the machine it was written on', () => {
    const parent = path.dirname(ROOT)
    const paths = parent === '/' || tmpdir().startsWith(parent) ? [ROOT] : [ROOT, parent]
    const pattern = new RegExp(
      `(?<![\\w./-])(?:${paths.map((each) => each.replaceAll(/[^\w/]/g, String.raw`\$&`)).join('|')})/`,
    )
    expect(matching(textFiles, pattern)).toEqual([])
  })

  test('the lockfile names no registry', () => {
    expect(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')).not.toMatch(/"resolved": "\w+:\/\//)
    expect(readFileSync(path.join(ROOT, '.npmrc'), 'utf8')).not.toMatch(/registry\s*=/)
  })
})
