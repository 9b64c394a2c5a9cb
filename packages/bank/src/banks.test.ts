import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findBank, searchBanks, searchBranches } from './banks.ts'
import { bankNameKana } from './kana.ts'

test('offers the bank of the tests to nobody where money is real', async () => {
  const real = { production: true }
  expect(await findBank(real, '9999')).toBeNull()
  expect(await searchBanks(real, 'テスト', 20)).toEqual([])
  expect(await searchBranches(real, '9999', '本店', 20)).toBeNull()
  expect(await findBank(real, '9900')).toMatchObject({ transfer_kana: 'ﾕｳﾁﾖ' })
})

test('gives every bank and branch a name that a transfer can carry', () => {
  const text = readFileSync(new URL(import.meta.resolve('zengin-code/lib/zengin-data.js')), 'utf8')
  const kana = [...text.matchAll(/"kana": "([^"]+)"/g)].map((match) => bankNameKana(match[1] ?? ''))
  expect(kana.length).toBeGreaterThan(28_000)
  expect(kana.filter((name) => !/^[0-9A-Zｱ-ﾝﾞﾟ-]{1,15}$/.test(name))).toEqual([])
})
