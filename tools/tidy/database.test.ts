import { limits } from '@shirogane/contract/rules/limits'
import { settingKeys } from '@shirogane/contract/rules/setting-catalogue'
import { employeeTypes, rights } from '@shirogane/contract/wire/rights'
import { describe, expect, test } from 'vitest'
import { readSource } from '../lib/code/sources.ts'
import { code, files, isTest, offences, withoutComments } from './sources.ts'

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

  /** What the database is made of; two files are written from the tables of rights and of settings. */
  const inDatabase =
    /^(?:apps\/api\/schema|packages\/ledger\/(?:src|schema))\/(?!functions\/(?:holds|setting-defaults)\.sql$).*\.sql$/

  test('a right that SQL or a rule asks for is a row of the table, and each row is asked for somewhere', () => {
    const named = files
      .filter((file) => inDatabase.test(file))
      .flatMap((file) =>
        [...readSource(file).matchAll(/\bholds\((?:[^()']|\([^()]*\))*, '([^']*)'/g)].map(
          ([, right = '']) => ({
            file,
            right,
          }),
        ),
      )
    // The rules know no contract, so that their names are checked here.
    const rules = 'packages/domain/src/access/people.ts'
    const list = /type Right =((?:\s*\|\s*'[\w.]+')+)/.exec(readSource(rules))?.[1] ?? ''
    const ofRules = [...list.matchAll(/'([\w.]+)'/g)].map(([, right = '']) => ({ file: rules, right }))
    expect(ofRules.length).toBeGreaterThan(8)
    // What leaves SQL is asked for by a rule.
    expect(named.length + ofRules.length).toBeGreaterThan(30)
    expect(
      [...named, ...ofRules]
        .filter(({ right }) => !(right in rights))
        .map(
          ({ file, right }) =>
            `${file} asks for ${right}, which is no row of packages/contract/src/wire/rights.ts`,
        ),
    ).toEqual([])
    const asking = files
      .filter(
        (file) => /\.(?:tsx?|sql)$/.test(file) && !isTest(file) && !/\/(?:rights\.ts|holds\.sql)$/.test(file),
      )
      .map(readSource)
      .join('\n')
    const idle = Object.keys(rights).filter((right) => !asking.includes(`'${right}'`))
    expect(idle.map((right) => `${right} is asked for nowhere: take out its row`)).toEqual([])
  })

  test('what holds of a setting without a row stands once: take settingCatalogue[key].fallback, or public.setting_default(key)', () => {
    const catalogue = 'packages/contract/src/rules/setting-catalogue.ts'
    const sql = files.filter((file) => inDatabase.test(file))
    const second =
      /whole_setting\('[\w.]+',|(?:from settings\b[^;\n]*|\bv_(?:limits|terms) ->> '\w+'\)::\w+)\)?, (?:\d+|true|false)\)/
    const typed = code.filter(
      (file) => /^(?:apps|packages)\/[^/]+\/src\//.test(file) && file !== catalogue && !isTest(file),
    )
    expect([...offences(sql, second), ...offences(typed, /\bfallback: -?\d/)]).toEqual([])

    // What no default is written for: two people decide the price of silver.
    const known: ReadonlySet<string> = new Set([...settingKeys, 'silver_price_per_g'])
    const asked = sql.flatMap((file) =>
      [...readSource(file).matchAll(/\b(?:setting_default|whole_setting)\('([^']+)'\)/g)].map(
        ([, key = '']) => key,
      ),
    )
    expect(asked.length).toBeGreaterThan(25)
    expect(asked.filter((key) => !known.has(key))).toEqual([])

    // A default that has a name among the limits is that one.
    const text = readSource(catalogue)
    const twice = settingKeys
      .map((key) =>
        key.replace(/^limits\./, '').replaceAll(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
      )
      .filter((name) => name in limits && !text.includes(`limits.${name}`))
    expect(twice).toEqual([])
  })

  test('a right is asked by its name, and a role by none: holds(role, right), rolesOf(right)', () => {
    const role = `'(?:${employeeTypes.join('|')})'`
    const asked = new RegExp(
      [
        `(?:[tT]ype|[rR]ole)\\)?\\s*(?:[!=]==|=|<>|!=|in)\\s*\\(?\\s*${role}`,
        `${role}\\s*[!=]==`,
        `case ${role}`,
        `\\[\\s*${role}(?:\\s*,\\s*${role})*\\s*,?\\s*\\]`,
      ].join('|'),
    )
    /** Where the role itself is what it is about. */
    const fine = new Map([
      ['packages/contract/src/wire/rights.ts', 'the table'],
      ['packages/contract/src/wire/reach.ts', 'the kinds of caller that the table of rights shows'],
      ['apps/web/src/customer/auth/LoginScreen.tsx', 'where a clerk arrives; the page loads no table before'],
      ['apps/web/src/shell/frame/start.ts', 'where a clerk arrives; the page loads no table before'],
      ['apps/web/src/staff/employees/RightsFields.tsx', 'the role that a manager gives to others'],
      ['apps/api/src/features/staff/rules.ts', 'the role that a manager gives to others'],
      ['apps/api/src/main-store.ts', 'whether the brand has an owner yet'],
      [
        'apps/api/schema/people/employees.sql',
        'the roles that there are, who has a shop, and that an owner stays',
      ],
      [
        'apps/api/schema/functions/staff.sql',
        'the role that a manager gives to others, and that an owner stays',
      ],
      ['packages/domain/src/access/vouch-for.ts', 'for whom a manager vouches'],
      ['packages/domain/src/testing/access.ts', 'who has a shop'],
    ])
    const where = files.filter(
      (file) =>
        (/^(?:apps\/(?:web|api)|packages\/(?:contract|domain))\/src\/.*\.tsx?$/.test(file) ||
          inDatabase.test(file)) &&
        // The people of the demo have roles as they have names.
        !file.startsWith('apps/api/src/seed/') &&
        !isTest(file),
    )
    const found = offences(where, asked, withoutComments)
    const fileOf = (offence: string): string => offence.split(':')[0] ?? ''
    expect(found.filter((offence) => !fine.has(fileOf(offence)))).toEqual([])
    expect([...fine.keys()].filter((file) => !found.some((offence) => fileOf(offence) === file))).toEqual([])
  })

  test('an operation takes the time from the context, so that a test can set it', () => {
    const slices = api.filter((file) => file.startsWith('apps/api/src/features/'))
    expect(offences(slices, /new Date\(\)/, withoutComments)).toEqual([])
  })

  test('what stands at a field is a sentence for people: a code of the catalogue goes through sentenceOf', () => {
    expect(offences(running, /fields: \{[^}]*?:\s*'[A-Z][A-Z_]+'/, withoutComments)).toEqual([])
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
})
