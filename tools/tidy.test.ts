// House rules that the linter cannot say. Each message names the way to do it instead.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob, normalize } from 'node:path'
import { endpoints } from '@shirogane/contract'
import { callOf } from '@shirogane/contract/calls'
import { errors } from '@shirogane/contract/errors'
import { actGroups } from '@shirogane/contract/log-terms'
import { describe, expect, test } from 'vitest'
import { root } from './lib/environment.ts'
import { generatedFiles } from './lib/generated.ts'
import { projectFiles, readSource } from './lib/sources.ts'

const files = projectFiles()
const code = files.filter((file) => /\.(ts|tsx|mjs|js)$/.test(file))
const isTest = (file: string): boolean => /\.(test|e2e)\.tsx?$/.test(file)
const isText = (file: string): boolean =>
  !/\.(webp|png|jpe?g|ico|woff2?|wasm|pdf|gz|br|bin|ttf|otf|ttc)$/.test(file)

/** Every offence as "file:line what", so that the failing test reads like a to-do list. */
function offences(where: string[], pattern: RegExp, read: (file: string) => string = readSource): string[] {
  return where.flatMap((file) => {
    const text = read(file)
    return [
      ...text.matchAll(
        new RegExp(pattern, pattern.flags.includes('g') ? pattern.flags : `${pattern.flags}g`),
      ),
    ].map(
      (match) => `${file}:${text.slice(0, match.index).split('\n').length} ${match[0].trim().slice(0, 80)}`,
    )
  })
}

/** Blanks comments out but keeps the lines, so that a rule may be named where it is explained. */
function withoutComments(file: string): string {
  return readSource(file)
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(
      /(^|[^:'"`\\])\/\/[^\n]*/g,
      (comment, before: string) => before + ' '.repeat(comment.length - before.length),
    )
}

interface Import {
  file: string
  /** The imported file, relative to the root, or the package's name. */
  target: string
  typeOnly: boolean
}

function importsOf(file: string): Import[] {
  const found = withoutComments(file).matchAll(
    /(?:import|export)\s+(type\s+)?[^'"`;]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|^import\s+['"]([^'"]+)['"]/gm,
  )
  return [...found].map(([, type, from, dynamic, bare]) => {
    const name = from ?? dynamic ?? bare ?? ''
    const target = name.startsWith('.') ? normalize(join(dirname(file), name)) : name
    return { file, target, typeOnly: type !== undefined }
  })
}

describe('the walls between folders', () => {
  const featureOf = (path: string): string | undefined => {
    const parts = /^apps\/web\/src\/features\/(.+)$/.exec(path)?.[1]?.split('/')
    // The staff's pages are one more level of features.
    return parts?.[0] === 'admin' && parts.length > 2 ? `admin/${parts[1]}` : parts?.[0]
  }

  test('a feature of the web app imports no other feature: compose them in app', () => {
    const wrong = code
      .filter((file) => featureOf(file) && !isTest(file))
      .flatMap(importsOf)
      .filter(({ file, target }) => {
        const other = featureOf(target)
        // The staff's pages share what lies beside them in admin, and admin's own list of routes composes them.
        const isWithinAdmin = featureOf(file) === 'admin' && other?.startsWith('admin/')
        // A second person's word, and a sale that was made, belong to every part of a shop's work.
        const isShared = other !== undefined && ['admin', 'admin/approvals', 'admin/sales'].includes(other)
        return other && other !== featureOf(file) && !isShared && !isWithinAdmin
      })
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([])
  })

  test('a feature of the web app does not look up into app: what both need lies in lib', () => {
    const wrong = code
      .filter((file) => /^apps\/web\/src\/(features|lib)\//.test(file) && !isTest(file))
      .flatMap(importsOf)
      .filter(({ target }) => target.startsWith('apps/web/src/app/'))
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([])
  })

  test('the web app loads no schema: what a screen needs of one besides its type stands in a file without', () => {
    const contract = (target: string) =>
      target.replace(/^@shirogane\/contract\/(.+)$/, 'packages/contract/src/$1.ts')
    const known = new Map<string, boolean>()
    const holdsSchemas = (file: string): boolean => {
      const found = known.get(file)
      if (found !== undefined) return found
      known.set(file, false)
      const loads = importsOf(file).filter(({ typeOnly }) => !typeOnly)
      const isHolder = loads.some(
        ({ target }) => target === 'zod' || (code.includes(target) && holdsSchemas(target)),
      )
      known.set(file, isHolder)
      return isHolder
    }
    const wrong = code
      .filter((file) => /^(apps\/web|packages\/ui)\/src\//.test(file) && !isTest(file))
      .flatMap(importsOf)
      .filter(({ target, typeOnly }) => {
        const file = contract(target)
        return !typeOnly && file !== target && holdsSchemas(file)
      })
    expect(holdsSchemas('packages/contract/src/resources.ts')).toBe(true)
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([])
  })

  test('a slice of the API reaches another slice only through its index.ts', () => {
    const sliceOf = (path: string): string | undefined =>
      /^apps\/api\/src\/features\/([^/]+)\//.exec(path)?.[1]
    const wrong = code
      .filter((file) => sliceOf(file) && !isTest(file))
      .flatMap(importsOf)
      .filter(({ file, target, typeOnly }) => {
        const other = sliceOf(target)
        return (
          !typeOnly &&
          other &&
          other !== sliceOf(file) &&
          target !== `apps/api/src/features/${other}/index.ts`
        )
      })
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([])
  })

  test('the testkit and the embedded database are seen by tests and tools alone', () => {
    const wrong = code
      .filter((file) => /^(apps|packages)\//.test(file) && !isTest(file))
      .filter(
        (file) => !file.startsWith('packages/testkit/') && !file.startsWith('packages/embedded-postgres/'),
      )
      .flatMap(importsOf)
      .filter(({ target }) => /^@shirogane\/(testkit|embedded-postgres)/.test(target))
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([])
  })
})

describe('money and the database', () => {
  const sql =
    /\b(?:select\s[^'"]{1,400}?\sfrom\s+[a-z_(]|insert\s+into\s+[a-z_]|update\s+[a-z_.]+\s+set\s|delete\s+from\s+[a-z_])/i
  const api = code.filter((file) => file.startsWith('apps/api/src/') && !isTest(file))
  // The seed lays the books open as they would be after two months, before anybody uses them.
  const running = api.filter((file) => !file.startsWith('apps/api/src/seed/'))

  test('SQL of a slice stands in its store.ts', () => {
    const wrong = api.filter(
      (file) => /\/features\/|\/src\/[^/]+$/.test(file) && !/\/(?:[a-z-]+-)?store\.ts$/.test(file),
    )
    expect(offences(wrong, sql, withoutComments)).toEqual([])
  })

  test('only the ledger writes its own tables: the API calls its movements', () => {
    expect(
      offences(
        running,
        /\b(?:insert\s+into|update|delete\s+from|truncate)\s+ledger\.(?!outbox)/i,
        withoutComments,
      ),
    ).toEqual([])
  })

  test('an id begins with the time, in SQL as well: ledger.new_id()', () => {
    const functions = files.filter((file) => /^packages\/ledger\/src\/.*\.sql$/.test(file))
    expect(functions.length).toBeGreaterThan(50)
    const found = offences([...functions, ...api], /\bgen_random_uuid\b/)
    expect(found.map((each) => each.split(':')[0])).toEqual(['packages/ledger/src/clock.sql'])
  })

  test('an operation takes the time from the context, so that a test can set it', () => {
    const slices = api.filter((file) => file.startsWith('apps/api/src/features/'))
    expect(offences(slices, /new Date\(\)/, withoutComments)).toEqual([])
  })

  test('what stands at a field is a sentence for people: a code of the catalogue goes through sentenceOf', () => {
    expect(offences(running, /fields: \{[^}]*?:\s*'[A-Z][A-Z_]+'/, withoutComments)).toEqual([])
  })

  test('a migration is never without its reason: the first line says why', () => {
    const migrations = files.filter((file) => /^apps\/api\/migrations\/\d+.*\.sql$/.test(file))
    expect(migrations.filter((file) => !readSource(file).startsWith('--'))).toEqual([])
  })
})

describe('the contract', () => {
  const authzFile = files.find((file) => file.endsWith('authz.tsv'))

  test('every call has a row in the table of rights', () => {
    expect(authzFile, 'the table of rights is in the project as authz.tsv').toBeDefined()
    const rows = readSource(authzFile ?? '')
      .split('\n')
      .map((line) => line.split('\t')[1] ?? '')
    const normal = (call: string): string =>
      call
        .replace(/\{\w+\}/g, '{}')
        .replace(/\?.*/, '')
        .trim()
    const known = new Set(rows.flatMap((row) => row.split(/,\s*/)).map(normal))
    const missing = Object.values(endpoints)
      .map(({ name }) => callOf(name))
      .map(({ method, path }) => `${method} ${path}`)
      .filter((call) => !known.has(normal(call)))
    expect(missing).toEqual([])
  })

  test('every code has a status of a refusal and a Japanese sentence', () => {
    for (const [name, [status, sentence]] of Object.entries(errors)) {
      expect(name).toMatch(/^[A-Z][A-Z0-9_]+$/)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(sentence, name).toMatch(/[\u3040-\u30ff\u4e00-\u9fff].*。/)
    }
  })

  const declared = [
    ...new Set(Object.values(endpoints).flatMap((endpoint) => endpoint.errors as readonly string[])),
  ]

  test('a call declares only codes of the catalogue', () => {
    expect(declared.filter((name) => !Object.hasOwn(errors, name))).toEqual([])
  })

  test('every code is raised somewhere: take out what nothing refuses with', () => {
    const product = files
      .filter((file) => /^(apps|packages)\/[^/]+\/src\/.*\.(?:tsx?|sql)$/.test(file) && !isTest(file))
      .filter((file) => file !== 'packages/contract/src/errors.ts' && !file.startsWith('packages/testkit/'))
    // Where a call only declares what it may answer, nothing is raised.
    const declarations = /\b(?:errors: |\w*[eE]rrors = )\[[^\]]*\]/g
    const raised = new Set(
      product.flatMap((file) =>
        [
          ...withoutComments(file)
            .replace(declarations, '')
            .matchAll(/['"`]([A-Z][A-Z0-9_]+)['"`]/g),
        ].map(([, name]) => name),
      ),
    )
    // The page of the domain names these, and nothing here comes to them: decision 289 says why of each.
    const named = ['SMS_SEND_FAILED', 'QR_SCAN_FAILED', 'POINT_EXPIRED', 'INVITE_EXPIRED', 'MAINTENANCE']
    expect(Object.keys(errors).filter((name) => !raised.has(name))).toEqual([...named, 'UNSUPPORTED_BROWSER'])
  })

  test('every refusal that a call declares comes about in a test', () => {
    const tests = code
      .filter((file) => isTest(file) && file !== 'tools/tidy.test.ts')
      .map(readSource)
      .join('\n')
    expect(declared.filter((name) => !new RegExp(`\\b${name}\\b`).test(tests))).toEqual([])
  })
})

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

  test('no test is skipped and none runs alone', () => {
    expect(offences(code.filter(isTest), /\b(?:test|it|describe)\.(?:only|skip|todo)\(/)).toEqual([])
  })

  test('no file knows the machine it was written on', () => {
    const machine = new RegExp(
      `(?:${['/work', '/home', '/Users', '/root'].map((path) => `['"\`\\s(=]${path}/[a-z]`).join('|')})`,
    )
    const where = files.filter(
      (file) => isText(file) && file !== 'package-lock.json' && file !== 'tools/tidy.test.ts',
    )
    expect(offences(where, machine)).toEqual([])
  })

  test('what is generated is up to date: npm run gen', () => {
    for (const [file, content] of Object.entries(generatedFiles()))
      expect(readSource(file), file).toBe(content)
  })

  test('the lock file names no registry, so that it installs from anybody’s', () => {
    expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toMatch(/"resolved": "(?:https?|git)/)
  })

  test('a screen takes its colours from tokens.css: use var(--...)', () => {
    const styles = files.filter((file) => /^apps\/web\/.*\.css$/.test(file))
    const plain = (file: string): string =>
      readSource(file).replace(/\/\*[\s\S]*?\*\//g, (text) => text.replace(/[^\n]/g, ' '))
    // A veil of white or shadow, rgb(... / 20%), changes what lies below it and belongs to no theme.
    expect(
      offences(styles, /#[0-9a-f]{3,8}\b(?=[^{]*[;}])|\b(?:rgba?|hsla?|oklch)\([^/)]*\)/i, plain),
    ).toEqual([])
  })

  test('no screen makes a formatter of Intl, which an old phone would wait for: lib/dates.ts, lib/money.ts, lib/figures.ts, clock.ts and digits.ts of the contract', () => {
    const screens = code.filter(
      (file) => /^(apps\/web|packages\/(?:ui|contract))\/src\//.test(file) && !isTest(file),
    )
    expect(offences(screens, /\bIntl\.|\.toLocale\w*String\(/, withoutComments)).toEqual([])
  })

  test('a question is kept under the name of its call: ask, askPages and refetch of lib/queries.ts', () => {
    const screens = code.filter(
      (file) => file.startsWith('apps/web/src/') && file !== 'apps/web/src/lib/queries.ts',
    )
    expect(offences(screens, /\bqueryKey: \[/)).toEqual([])
  })

  test('a screen keeps what it shows when asking for it again fails: isLoadingError, with StaleNote where it is figures', () => {
    const screens = code.filter((file) => file.startsWith('apps/web/src/features/') && !isTest(file))
    expect(offences(screens, /\bif \(\w+\.isError\)|\{\w+\.isError \? /)).toEqual([])
  })

  test('every word of a screen is said somewhere: take out what nobody shows', () => {
    const texts = files.filter((file) => /^apps\/web\/src\/.*[/-]text\.ts$/.test(file))
    const importers = new Map<string, string[]>()
    for (const { file, target } of code.filter((one) => one.startsWith('apps/web/')).flatMap(importsOf))
      importers.set(target, [...(importers.get(target) ?? []), file])
    /** As `text.key`, `const { key } = text`, or `text[which]` where some `'key'` stands. */
    const says = (source: string, name: string, key: string): boolean =>
      new RegExp(`\\b${name}\\s*\\.\\s*${key}\\b`).test(source) ||
      new RegExp(`\\{[^{}]*\\b${key}\\b[^{}]*\\} = ${name}\\b`).test(source) ||
      (source.includes(`${name}[`) && source.includes(`'${key}'`))
    const unsaid = texts.flatMap((file) => {
      const words = /^export const text = \{\n([\s\S]*?)^\}/m.exec(readSource(file))?.[1] ?? ''
      const users = [file, ...(importers.get(file) ?? [])].map((user) => {
        const source = readSource(user)
        return { source, name: /\btext as (\w+)[^'"]*['"][^'"]*text\.ts['"]/.exec(source)?.[1] ?? 'text' }
      })
      return [...words.matchAll(/^ {2}(\w+):/gm)]
        .map(([, key]) => key ?? '')
        .filter(
          (key) => !users.some(({ source, name }) => says(source, name, key) || says(source, 'text', key)),
        )
        .map((key) => `${file} ${key}`)
    })
    expect(texts.length).toBeGreaterThan(50)
    expect(unsaid).toEqual([])
  })

  test('what the documents lead to is there: links, names of files, numbers of decisions', () => {
    const documents = files.filter((file) => file.endsWith('.md'))
    const lost = documents.flatMap((file) => {
      const text = readSource(file)
      const links = [...text.matchAll(/\]\((?!\w+:)([^)#\s]+)/g)].map(([, to]) =>
        normalize(join(dirname(file), to ?? '')),
      )
      // `apps/web/src/lib/session.ts` or `post.sql`, of which it is enough that some file ends so.
      const names = [...text.matchAll(/`([\w./-]+\.(?:tsx?|mjs|sql|css|md|tsv))`/g)].map(
        ([, name]) => name ?? '',
      )
      const decisions = [...text.matchAll(/\bdecisions? (\d{1,3})\b/g)].map(([, number]) => number ?? '')
      return [
        ...links.filter((link) => !existsSync(join(root, link))),
        ...decisions.filter(
          (number) => !files.some((one) => one.startsWith(`docs/decisions/${number.padStart(4, '0')}-`)),
        ),
        ...names.filter((name) => !files.some((one) => one === name || one.endsWith(`/${name}`))),
      ].map((lead) => `${file} ${lead}`)
    })
    expect(documents.length).toBeGreaterThan(100)
    expect(lost).toEqual([])
  })

  test('a decision begins with its number and says what holds it', () => {
    const decisions = files.filter((file) => file.startsWith('docs/decisions/'))
    expect(decisions.length).toBeGreaterThan(100)
    const wrong = decisions.filter((file) => {
      const number = Number(file.slice('docs/decisions/'.length).slice(0, 4))
      const text = readSource(file)
      return !text.startsWith(`# ${number}. `) || !text.includes('\n**Held by.** ')
    })
    expect(wrong).toEqual([])
  })

  test('every act that stands in the log has a name that people read: features/admin/log/text.ts', () => {
    const known = readSource('apps/web/src/features/admin/log/text.ts')
    const writing = code.filter((file) => file.startsWith('apps/api/src/features/') && !isTest(file))
    const acts = writing.flatMap((file) =>
      [...readSource(file).matchAll(/\baction: '([a-z_]+\.[a-z_]+)'/g)].map(([, act]) => act ?? ''),
    )
    expect(acts.length).toBeGreaterThan(30)
    expect(acts.filter((act) => !known.includes(`'${act}':`))).toEqual([])
    const groups: readonly string[] = actGroups
    expect(acts.filter((act) => !groups.includes(act.split('.')[0] ?? ''))).toEqual([])
  })

  test('a prepared statement has a name of its own: a connection knows one text by each', () => {
    const places = new Map<string, string[]>()
    const asking = code.filter((file) => /^(apps\/api|packages\/ledger)\/src\//.test(file) && !isTest(file))
    for (const file of asking) {
      // The text of the statement, its values, its name.
      const named =
        /[`']\s*,\s*\[(?:[^[\]]|\[[^\]]*\])*\]\s*,\s*'([a-z0-9-]+)'\s*,?\s*\)|\bname: '([a-z.-]+)',\s*text:/g
      for (const [, name, own] of withoutComments(file).matchAll(named)) {
        const found = name ?? own ?? ''
        places.set(found, [...(places.get(found) ?? []), file])
      }
    }
    expect(places.size).toBeGreaterThan(300)
    expect([...places].filter(([, where]) => where.length > 1)).toEqual([])
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

  test('a file is no longer than a reader’s patience: split it by what it is about', () => {
    const long = code
      .filter((file) => !/\.generated\.|schema\.sql$/.test(file))
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
