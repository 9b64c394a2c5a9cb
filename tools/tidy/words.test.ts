import { describe, expect, test } from 'vitest'
import { readSource } from '../lib/sources.ts'
import { code, isTest } from './sources.ts'

const ours = code.filter((file) => /^(?:apps\/web|packages\/(?:ui|receipt))\/src\//.test(file))

describe('the words of the web app, its components and its receipts', () => {
  test('Japanese stands in the text file of its folder: text.ts or *-text.ts, *words.ts of the receipts', () => {
    const mayHold: Readonly<Record<string, string>> = {
      'apps/web/src/customer/user/profile/use-reading.ts': 'reads kana as they are typed',
      'apps/web/src/staff/buyback/BankFields.tsx': 'reads the kana of a holder',
      'apps/web/src/staff/kyc/DecisionPanel.tsx': 'reads a date as it stands on a document',
      'packages/ui/src/inputs/read-number.ts': 'reads an amount with its unit',
      'apps/web/src/staff/sales/queries.ts': 'a value of the wire: the sales of all employees',
      'apps/web/src/staff/register/machine/fake-server.ts': 'stands for the server in tests, with its names',
      'apps/web/src/service-worker.ts': 'has one word, and imports no text',
    }
    const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u
    const isText = (file: string): boolean => /(?:[/-]text|[/-]words)\.ts$/.test(file)
    const found = ours
      .filter((file) => !isTest(file) && !isText(file))
      .filter((file) => japanese.test(readSource(file)))
    expect(found.filter((file) => mayHold[file] === undefined)).toEqual([])
    // What holds none any more needs no exception.
    expect(Object.keys(mayHold).filter((file) => !found.includes(file))).toEqual([])
  })
})
