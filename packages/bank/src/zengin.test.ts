import { describe, expect, test } from 'vitest'
import { readResults, type Transfer, type TransferFile, writeTransfers } from './zengin.ts'

const golden = [
  '12100000000000ｶ)ﾂｷｼﾛｷﾞﾝｺｳｼﾔ___________________________11279999ﾃｽﾄ____________001ﾎﾝﾃﾝ___________11234567_________________',
  '29999ﾃｽﾄ____________001ﾎﾝﾃﾝ___________000010012345ﾐﾎﾝ_ﾀﾛｳ_______________________00000125001000000000100000000007________',
  '29900ﾕｳﾁﾖ___________058ｾﾞﾛｺﾞﾊﾁ________000011234567ﾚｲﾀﾞ_ﾖ-ｺ______________________00000030000000000000200000000007________',
  '8000002000000015500_____________________________________________________________________________________________________',
  '9_______________________________________________________________________________________________________________________',
].map((line) => line.replaceAll('_', ' '))

const taro: Transfer = {
  bank_code: '9999',
  bank_name: 'ﾃｽﾄ',
  branch_code: '001',
  branch_name: 'ﾎﾝﾃﾝ',
  account_type: 'ordinary',
  account_number: '0012345',
  holder: 'ﾐﾎﾝ ﾀﾛｳ',
  amount: 12_500,
  newness: 1,
  reference: 1,
}
const yoko: Transfer = {
  ...taro,
  bank_code: '9900',
  bank_name: 'ﾕｳﾁﾖ',
  branch_code: '058',
  branch_name: 'ｾﾞﾛｺﾞﾊﾁ',
  account_number: '1234567',
  holder: 'ﾚｲﾀﾞ ﾖ-ｺ',
  amount: 3_000,
  newness: 0,
  reference: 2,
}
const file: TransferFile = {
  consignor: {
    code: '0000000000',
    name: 'ｶ)ﾂｷｼﾛｷﾞﾝｺｳｼﾔ',
    bank_code: '9999',
    bank_name: 'ﾃｽﾄ',
    branch_code: '001',
    branch_name: 'ﾎﾝﾃﾝ',
    account_type: 'ordinary',
    account_number: '1234567',
  },
  value_date: '2026-11-27',
  transfers: [taro, yoko],
}

/** One byte a letter, as the banks keep it. */
const bytesOf = (records: readonly string[], end = '\r\n') =>
  Buffer.from(
    Array.from(records.map((text) => text + end).join(''), (letter) => {
      const code = letter.codePointAt(0)!
      return code < 0x80 ? code : code - 0xff61 + 0xa1
    }),
  )
/** The bank's answer to a line. */
const answered = (line: string, mark: string) => `${line.slice(0, 113)}${mark}${line.slice(114)}`

describe('the file of transfers', () => {
  test('is the golden file, byte for byte', () => {
    const written = writeTransfers(file)
    expect(written).toEqual(bytesOf(golden))
    expect(written.length).toBe(5 * 122)
    expect(writeTransfers(file, 'none')).toEqual(bytesOf(golden, ''))
  })

  test('takes no name that it would have to cut or change', () => {
    const withHolder = (holder: string) => () => writeTransfers({ ...file, transfers: [{ ...taro, holder }] })
    expect(withHolder('ｱ'.repeat(30))).not.toThrow()
    for (const holder of [
      'ｱ'.repeat(31),
      `${'ｱ'.repeat(29)}ｶﾞ`,
      '見本 太郎',
      'ﾐﾎﾝ ﾀﾛ-ｳｰ',
      'ｷｮｳｺ',
      'Mihon',
      'ｱ,ｲ',
    ])
      expect(withHolder(holder), holder).toThrow(RangeError)
  })

  test('shortens the name of a bank, and never between a letter and its sign', () => {
    const bank_name = 'ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｶﾞﾝ'
    const records = writeTransfers({ ...file, transfers: [{ ...taro, bank_name }] })
    expect(records.subarray(122 + 5, 122 + 20)).toEqual(bytesOf(['ｱｲｳｴｵｶｷｸｹｺｻｼｽｾ '], ''))
  })
})

describe('the answer of the bank', () => {
  const [head, first, second, trailer, end] = golden as [string, string, string, string, string]
  const whole = [head, answered(first, '0'), answered(second, '2'), trailer, end]

  test('tells of each line whether it was paid, and why not', () => {
    const results = [
      { reference: 1, outcome: 'paid' },
      { reference: 2, outcome: 'name_mismatch' },
    ]
    expect(readResults(bytesOf(whole), file)).toEqual({ results })
    expect(readResults(bytesOf(whole, ''), file)).toEqual({ results })
    expect(readResults(Buffer.concat([bytesOf(whole, '\n'), Buffer.from([0x1a])]), file)).toMatchObject({
      results: expect.anything(),
    })
  })

  test('leaves a line open that it does not answer', () => {
    const partly = [head, answered(first, '0'), second, trailer, end]
    expect(readResults(bytesOf(partly), file)).toEqual({ results: [{ reference: 1, outcome: 'paid' }] })
    const only = `8000001000000012500`.padEnd(120, ' ')
    expect(readResults(bytesOf([head, answered(first, '0'), only, end]), file)).toEqual({
      results: [{ reference: 1, outcome: 'paid' }],
    })
  })

  test.each([
    [
      'a wrong total',
      [head, whole[1], whole[2], trailer.replace('15500', '15501'), end],
      'PAYOUT_FILE_TOTAL',
      4,
    ],
    ['a wrong count', [head, whole[1], trailer, end], 'PAYOUT_FILE_TOTAL', 3],
    ['the same line twice', [head, whole[1], whole[1], trailer, end], 'PAYOUT_FILE_TWICE', 3],
    [
      'a foreign line',
      [head, whole[1], whole[2]!.replace('0000000002', '0000000003'), trailer, end],
      'PAYOUT_FILE_FOREIGN',
      3,
    ],
    [
      'another amount',
      [head, whole[1]!.replace('0000012500', '0000012501'), whole[2], trailer, end],
      'PAYOUT_FILE_FOREIGN',
      2,
    ],
    [
      'another account',
      [head, whole[1]!.replace('0012345', '0012346'), whole[2], trailer, end],
      'PAYOUT_FILE_FOREIGN',
      2,
    ],
    [
      'another day',
      [head.replace('1127', '1204'), whole[1], whole[2], trailer, end],
      'PAYOUT_FILE_FOREIGN',
      1,
    ],
    ['an unknown outcome', [head, answered(first, '7'), whole[2], trailer, end], 'PAYOUT_FILE_INVALID', 2],
    ['records out of order', [head, trailer, whole[1], end], 'PAYOUT_FILE_INVALID', 3],
    ['no end', [head, whole[1], whole[2], trailer], 'PAYOUT_FILE_INVALID', 4],
    ['a short record', [head, whole[1]!.slice(1), whole[2], trailer, end], 'PAYOUT_FILE_INVALID', 1],
  ])('is refused whole with %s', (_, records, code, n) => {
    expect(readResults(bytesOf(records as string[]), file)).toEqual({ refusal: { code, n } })
  })

  test('is refused when it is no such file at all', () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from('振込結果'), Buffer.alloc(120, 0x39)])
      expect(readResults(bytes, file)).toEqual({ refusal: { code: 'PAYOUT_FILE_INVALID', n: 1 } })
  })
})
