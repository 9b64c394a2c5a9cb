import { describe, expect, test } from 'vitest'
import { comparableAddress, documentRules, kycDocuments, sidesOf } from './identity.ts'

describe('addresses', () => {
  test('of one building are equal, however their numbers are written', () => {
    const written = [
      '東京都台東区蔵前一丁目2番3号',
      '東京都台東区蔵前１－２－３',
      '東京都台東区蔵前1丁目2-3',
      '東京都 台東区 蔵前1ー2‐3',
    ]
    expect(new Set(written.map(comparableAddress)).size).toBe(1)
  })
  test.each([
    ['石川県金沢市片町十二番地', '石川県金沢市片町12'],
    ['石川県金沢市片町二十一番地の3', '石川県金沢市片町21-3'],
    ['石川県金沢市片町10番', '石川県金沢市片町10'],
  ])('%s is %s', (written, compared) => expect(comparableAddress(written)).toBe(compared))
  test('of two buildings are not', () => {
    expect(comparableAddress('蔵前1-23')).not.toBe(comparableAddress('蔵前12-3'))
  })
})

test('the back of a number card is never asked for, and every paper shows its thickness', () => {
  expect(sidesOf('my_number_card')).toEqual(['front', 'side', 'face', 'action'])
  for (const document of kycDocuments) expect(documentRules[document].sides).toContain('side')
})
