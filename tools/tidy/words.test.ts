import { parseSync } from 'oxc-parser'
import { describe, expect, test } from 'vitest'
import { readEndpoints } from '../lib/code/registries.ts'
import { readSource } from '../lib/code/sources.ts'
import { code, files, isTest } from './sources.ts'

const inFolders = (file: string): boolean =>
  /^(?:(?:apps\/(?:web|api)|packages\/(?:bank|contract|ledger|receipt|ui))\/src|e2e|tools)\//.test(file) &&
  // Written from the names of the wire; and this table.
  !/\/src\/generated\/|^tools\/tidy\/words\.test\.ts$/.test(file)
const ours = code.filter(inFolders)
const isOfScreens = (file: string): boolean => /^(?:apps\/web|packages\/(?:ui|receipt)|e2e)\//.test(file)

/** An older name, and what docs/glossary.md says instead. */
const olderWords: Readonly<Record<string, string>> = {
  aloud: 'announce',
  bench: 'the register, its layout',
  goods: 'articles',
  hand: 'grant, forward, typed: what is meant',
  handed: 'granted, forwarded, tendered: what is meant',
  handing: 'granting',
  handoff: 'single sign-on',
  hands: 'input',
  hear: 'observe, receive',
  heard: 'observed, reported',
  hearing: 'observing',
  house: 'brand',
  later: 'deferred for a payment, lazy for what is loaded, notNow for an answer',
  nudge: 'wake',
  papers: 'documents',
  settle: 'completeSale, applyTerms: verb and noun',
  settled: 'completed, finished',
  settlement: 'completion',
  settling: 'completing',
  tell: 'notify, report',
  telling: 'notifying',
  testify: 'observe',
  texts: 'legalDocuments',
  till: 'register, or the machine of its sale',
  told: 'notified, announced',
  unheard: 'unanswered',
  wedge: 'keyboardScanner',
  witness: 'observer, approver',
}

/** Names of the wire, of stored data and of others' programs, which are none of ours to choose; compounds of them are. */
const givenNames: Readonly<Record<string, string>> = {
  allInnerTexts: 'of Playwright',
  PromiseSettledResult: 'of Promise',
  allSettled: 'of Promise',
  bench: 'the command that measures',
  dynamicImportSettled: 'of Vitest',
  goods: 'a subject of contact, and figures of a day',
  handed: 'of a transaction: points that a register granted',
  heard: 'a field of the recording: what reached the sockets',
  later: 'a tender, on the wire and in the sales that a device keeps',
  papers: 'figures of a day: what was printed',
  settle: 'of a bank: a right and its button',
  settled: 'of a bank',
  settledAt: 'of a bank',
  settling: 'what one window of a register says to its second screen',
  texts: 'pieces of text, of SQL or of SMS',
  till: 'of a transaction, and the field under which a device keeps its sale',
  told: 'the field under which a device keeps which rank was announced',
}

/** Without a noun it is not known what an exported function does, once it stands in another file. */
const bareVerb =
  /^(?:add|adopt|change|close|compare|create|decide|drop|enter|find|fit|forget|install|keep|kept|list|load|open|print|read|remove|render|reprice|save|send|settle|show|start|stop|take|update|wait|watch|welcome|write)$/

const partsOf = (name: string): string[] =>
  name.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).map((part) => part.toLowerCase())

const isApproval = /(?:own|needs|given|second|taken)Word|wordId/i

/** What is wrong with a name of ours: the word, and what to say instead. */
function faultOf(name: string): string | null {
  // Fields of the wire and of stored data are written with underscores.
  if (name.includes('_') || givenNames[name] !== undefined) return null
  if (isApproval.test(name)) return `${name}: approval`
  const word = partsOf(name).find((part) => olderWords[part] !== undefined)
  return word === undefined ? null : `${name}: ${olderWords[word]}`
}

interface Node {
  type: string
  [field: string]: unknown
}

function visit(value: unknown, on: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) visit(one, on)
  else if (typeof value === 'object' && value !== null) {
    if ('type' in value && typeof value.type === 'string') on(value as Node)
    for (const child of Object.values(value)) if (typeof child === 'object') visit(child, on)
  }
}

/** The names that a file uses, without those that it has from the contract and from libraries. */
function namesIn(file: string): string[] {
  const { program } = parseSync(file, readSource(file))
  const names = new Set<string>()
  const foreign = new Set<string>()
  visit(program, (node) => {
    if (node.type === 'ImportDeclaration') {
      const from = String((node['source'] as Node)['value'])
      if (!/^\.|^@shirogane\//.test(from) || from.includes('apps/api') || from.includes('/api/src/'))
        for (const specifier of node['specifiers'] as Node[]) {
          const { imported, local } = specifier as unknown as { imported?: Node; local: Node }
          for (const one of [imported, local]) if (one) foreign.add(String(one['name']))
        }
    }
    if (/^(?:JSX|Private)?Identifier$/.test(node.type)) names.add(String(node['name']))
  })
  return [...names].filter((name) => !foreign.has(name))
}

/** A file of a call, and its test, is named by the path of the call, which is the wire's. */
const ofCalls = new Set(
  readEndpoints().flatMap(({ place }) =>
    ['.ts', '.test.ts'].flatMap((end) => [
      `packages/contract/src/${place}${end}`,
      `apps/api/src/features/${place}${end}`,
    ]),
  ),
)

/** Files that npm commands are called after. */
const commandFiles = new Set(['tools/bench.ts', 'tools/bench-web.ts'])

describe('the words of the code', () => {
  test('a name says what docs/glossary.md says: variables, functions, components, types, fields and props', () => {
    const faults = ours.flatMap((file) =>
      namesIn(file).flatMap((name) => {
        const fault = faultOf(name)
        return fault === null ? [] : [`${file} ${fault}`]
      }),
    )
    expect(faults).toEqual([])
  })

  test('so do the names of files and the classes of style sheets', () => {
    const named = files.filter((file) => inFolders(file) && !ofCalls.has(file) && !commandFiles.has(file))
    const names = named.flatMap((file) => {
      const classes = file.endsWith('.css')
        ? [...readSource(file).matchAll(/^\s*\.([A-Za-z][\w-]*)/gm)].map(([, name = '']) => name)
        : []
      return [file.split('/').at(-1) ?? '', ...classes].map((name) => ({ file, name }))
    })
    const faults = names.flatMap(({ file, name }) => {
      const fault = faultOf(name)
      return fault === null ? [] : [`${file} ${fault}`]
    })
    expect(names.length).toBeGreaterThan(1000)
    expect(faults).toEqual([])
  })

  test('so do comments and the titles of tests, for words that mean nothing else', () => {
    const older = /\b(?:goods|house|papers|tills?)\b|person’?'?s word\b/i
    const ofScreen = /\b(?:bench|wedge)\b|\blast look\b|\bno work in hand\b/i
    const lines = files
      .filter((file) => inFolders(file) && /\.(?:tsx?|css|sql)$/.test(file))
      .flatMap((file) =>
        readSource(file)
          .split('\n')
          .map((line, index) => ({ at: `${file}:${index + 1}`, line })),
      )
      .filter(
        ({ at, line }) =>
          (at.includes('.sql:') && line.trimStart().startsWith('--')) ||
          /^\s*(?:\/\/|\/\*|\*)|\b(?:test|describe)\(['"`]/.test(line),
      )
    expect(
      lines
        .filter(({ at, line }) => older.test(line) || (isOfScreens(at) && ofScreen.test(line)))
        .map(({ at, line }) => `${at} ${line.trim()}`),
    ).toEqual([])
  })

  test('so do the functions, tables, constraints and triggers of the database', () => {
    const older =
      /(?:^|[_.])(?:word|words|heads?|seals?|sealed|settle|tell|told|hand|nudge|papers|goods|till)(?:_|$)/
    const given: Readonly<Record<string, string>> = {
      head_office_gives: 'of head office',
    }
    const created = files
      .filter((file) => /^(?:packages\/ledger|apps\/api)\/.*\.sql$/.test(file))
      .flatMap((file) => [
        ...readSource(file).matchAll(
          /(?:create (?:or replace )?(?:function|table|type|view|(?:constraint )?trigger|(?:unique )?index)|constraint) ([\w.]+)/g,
        ),
      ])
      .map(([, name = '']) => name)
    expect(created.length).toBeGreaterThan(500)
    expect(created.filter((name) => older.test(name) && given[name] === undefined)).toEqual([])
  })

  test('an exported function is called by a verb and a noun', () => {
    const bare = ours
      .filter((file) => !isTest(file))
      .flatMap((file) =>
        [...readSource(file).matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)]
          .map(([, name = '']) => name)
          .filter((name) => bareVerb.test(name))
          .map((name) => `${file} ${name}`),
      )
    expect(bare).toEqual([])
  })

  test('Japanese stands in the text file of its folder: text.ts, *-text.ts or *words.ts', () => {
    const mayHold: Readonly<Record<string, string>> = {
      'apps/web/src/customer/user/profile/use-reading.ts': 'reads kana as they are typed',
      'apps/web/src/staff/buyback/BankFields.tsx': 'reads the kana of a holder',
      'apps/web/src/staff/kyc/DecisionPanel.tsx': 'reads a date as it stands on a document',
      'packages/ui/src/inputs/read-number.ts': 'reads an amount with its unit',
      'apps/web/src/staff/sales/queries.ts': 'a value of the wire: the sales of all employees',
      'apps/web/src/staff/register/machine/fake-server.ts': 'stands for the server in tests, with its names',
      'apps/web/src/service-worker.ts': 'has one word, and imports no text',
      'apps/api/schema/functions/setting-defaults.sql': 'written from the catalogue of settings',
      'apps/api/schema/money/payouts.sql': 'checks the letters of a transfer',
      'apps/api/src/features/addresses/postcode-file.ts': 'reads the remarks of Japan Post',
      'apps/api/src/lib/csv.ts': 'knows days and times as a spreadsheet reads them',
      'packages/bank/src/banks.ts': 'reads how banks write their names',
      'packages/bank/src/common-banks.ts': 'names of banks, which are data',
      'packages/bank/src/kana.ts': 'reads and writes the letters of a transfer',
      'packages/bank/src/search.ts': 'reads kana as they are typed',
      'packages/bank/src/zengin.ts': 'checks the letters of a transfer',
      'packages/contract/src/inputs/identity.ts': 'reads the numbers of an address',
      'packages/contract/src/inputs/passwords.ts': 'reads kana, and the names of corporations',
      'packages/contract/src/inputs/person.ts': 'reads the characters of a name',
      'packages/contract/src/inputs/silver-names.ts': 'reads what a name says of its silver',
      'packages/contract/src/resources/brand/buybacks.ts': 'checks the kana of a holder',
      'packages/contract/src/resources/sales/search.ts': 'a value of the wire: the sales of all employees',
      'packages/contract/src/rules/fold.ts': 'reads kana as they are typed',
      'packages/contract/src/rules/setting-catalogue.ts':
        'the one place of a setting, with its label and its help',
      'packages/contract/src/rules/variants.ts': 'a table of the forms of a character',
      'packages/contract/src/wire/errors.ts': 'the one place of a refusal, with its sentence',
    }
    // What the demo is seeded with is text by nature, and so are people and articles that stand for others in tests.
    const isData = (file: string): boolean =>
      /^(?:apps\/api\/src\/seed|packages\/ledger\/src\/testing|tools\/testkit)\//.test(file)
    const endpoints = new Set(readEndpoints().map(({ place }) => `packages/contract/src/${place}.ts`))
    /** The literal of a call is the one place of its facts, its summary among them. */
    const readWords = (file: string): string =>
      endpoints.has(file)
        ? readSource(file).replaceAll(/\b(?:summary|accepted):\s+(?:'[^'\n]*'|`[^`]*`)/g, '')
        : readSource(file)
    const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u
    const isText = (file: string): boolean => /(?:[/-]text|[/-]words)\.(?:ts|js)$/.test(file)
    const sql = files.filter((file) => /^(?:apps\/api|packages\/ledger)\/.*\.sql$/.test(file))
    const found = [...ours, ...sql]
      // A journey names what stands on the screens; tools speak of what they start and measure.
      .filter((file) => !isTest(file) && !isText(file) && !isData(file) && !/^(?:e2e|tools)\//.test(file))
      .filter((file) => japanese.test(readWords(file)))
    expect(found.filter((file) => mayHold[file] === undefined)).toEqual([])
    // What holds none any more needs no exception.
    expect(Object.keys(mayHold).filter((file) => !found.includes(file))).toEqual([])
  })
})
