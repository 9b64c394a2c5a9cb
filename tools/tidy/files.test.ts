import { readFileSync } from 'node:fs'
import { dirname, join, matchesGlob, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../lib/environment.ts'
import { readSource } from '../lib/code/sources.ts'
import { code, files, isTest, isText, offences } from './sources.ts'

describe('what is in the files', () => {
  test('nothing is left for later', () => {
    // Written in halves, so that this line is not its own offence.
    const words = [
      ['TO', 'DO'],
      ['FIX', 'ME'],
      ['XX', 'X'],
      ['HA', 'CK'],
    ].map((halves) => halves.join(''))
    const mark = new RegExp(`\\b(?:${words.join('|')})\\b`)
    expect(
      offences(
        files.filter((file) => isText(file) && file !== 'package-lock.json'),
        mark,
      ),
    ).toEqual([])
  })

  test('`tsc -b` checks every project: tsconfig.json of the root names them', () => {
    const { references } = JSON.parse(readSource('tsconfig.json')) as { references: { path: string }[] }
    const named = references.map(({ path }) => (path.endsWith('.json') ? path : `${path}/tsconfig.json`))
    const projects = files.filter((file) => /\/tsconfig(\.\w+)?\.json$/.test(file))
    expect(named.toSorted()).toEqual(projects.toSorted())
  })

  test('a comment names who does what, instead of nobody, somebody or whoever', () => {
    // The account of the operating system that is called so is a name.
    const named = /`nobody`|macOS writes nobody/
    const comment = /^\s*(?:\/\/|\/\*|\*|--)/
    const riddle = /\b(?:nobody|somebody|whoever|whatever|whichever)\b/i
    const lines = files
      .filter((file) => /\.(ts|tsx|mjs|css|sql)$/.test(file) && !file.startsWith('tools/tidy/'))
      .flatMap((file) =>
        readSource(file)
          .split('\n')
          .map((line, index) => ({ at: `${file}:${index + 1}`, line }))
          .filter(({ line }) => comment.test(line)),
      )
    const riddles = lines.filter(({ line }) => riddle.test(line) && !named.test(line))
    expect(riddles.map(({ at, line }) => `${at} ${line.trim().slice(0, 80)}`)).toEqual([])
  })

  test('no test is skipped and none runs alone', () => {
    expect(offences(code.filter(isTest), /\b(?:test|it|describe)\.(?:only|skip|todo)\(/)).toEqual([])
  })

  test('no file knows the machine it was written on', () => {
    const machine = new RegExp(
      `(?:${['/work', '/home', '/Users', '/root'].map((path) => `['"\`\\s(=]${path}/[a-z]`).join('|')})`,
    )
    const where = files.filter(
      (file) => isText(file) && file !== 'package-lock.json' && !file.startsWith('tools/tidy/'),
    )
    expect(offences(where, machine)).toEqual([])
  })

  test('the lock file names no registry, so that it installs from anybody’s', () => {
    expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toMatch(/"resolved": "(?:https?|git)/)
  })

  test('every file is in a project whose types are checked: add it to the tsconfig beside it', () => {
    const projects = files
      .filter((file) => /^(?:[^/]+\/){1,2}tsconfig[^/]*\.json$/.test(file))
      .map((file) => {
        const { include, exclude = [] } = JSON.parse(readSource(file)) as {
          include: string[]
          exclude?: string[]
        }
        const within = (paths: string[]) => paths.map((path) => normalize(join(dirname(file), path)))
        return { include: within(include), exclude: within(exclude) }
      })
    // A path without a pattern is the file of that name, or all that is in the folder.
    const isNamed = (file: string, paths: string[]) =>
      paths.some((path) => matchesGlob(file, path) || file.startsWith(`${path}/`))
    const typed = code.filter((file) => /\.tsx?$/.test(file))
    expect(typed.length).toBeGreaterThan(1000)
    expect(
      typed.filter(
        (file) => !projects.some(({ include, exclude }) => isNamed(file, include) && !isNamed(file, exclude)),
      ),
    ).toEqual([])
  })

  test('a folder of code holds 25 files at most: part it by what they are about', () => {
    const most = 25
    const sources = files.filter(
      (file) => /^(?:apps|packages|tools)\//.test(file) && /\.(?:tsx?|mjs|css|sql)$/.test(file),
    )
    // A component, its styles and its tests count as one; a test beside no such file is not counted.
    const nameOf = (file: string): string => file.replace(/(?:\.(?:test|module))*\.[a-z0-9]+$/i, '')
    const folders = Map.groupBy(
      new Set(sources.filter((file) => !isTest(file) && !file.endsWith('.snap')).map(nameOf)),
      (name) => dirname(name),
    )
    const wide = [...folders].filter(([, names]) => names.length > most)
    expect(folders.size).toBeGreaterThan(50)
    expect(
      wide.map(
        ([folder, names]) =>
          `${folder} holds ${names.length}: put those of one meaning into a folder beneath it, named after that`,
      ),
    ).toEqual([])
  })

  test('a file is no longer than a reader’s patience: split it by what it is about', () => {
    const long = code
      .filter((file) => !/\/generated\/|schema\.sql$/.test(file))
      .map((file) => ({ file, lines: readSource(file).split('\n').length }))
    expect(
      long
        .filter(({ file, lines }) => lines > (isTest(file) ? 1000 : 500))
        .map(({ file, lines }) => `${file} ${lines}`),
    ).toEqual([])
  })

  test('files are named in kebab-case, a component’s file after the component', () => {
    const names = code
      .filter((file) => /^(apps|packages|tools|e2e)\//.test(file))
      .map((file) => file.split('/').at(-1) ?? '')
    const fine =
      /^(?:[a-z0-9]+(?:-[a-z0-9]+)*|[A-Z][A-Za-z0-9]*)(?:\.(?:test|e2e|config|d|generated|worker))*\.(?:ts|tsx|mjs|js)$/
    expect(names.filter((name) => !fine.test(name))).toEqual([])
  })
})
