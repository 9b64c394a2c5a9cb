import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isCorporateHolder,
  isSameHolder,
  readAccountNumber,
  readHolder,
  readYucho,
  showAccount,
  toBankKana,
} from './kana.ts'

describe('the holder of an account', () => {
  test.each([
    ['ミホン キョウコ', 'ﾐﾎﾝ ｷﾖｳｺ'],
    ['ミホン　キョウコ', 'ﾐﾎﾝ ｷﾖｳｺ'],
    ['ﾐﾎﾝ ｷｮｳｺ', 'ﾐﾎﾝ ｷﾖｳｺ'],
    ['レイダ ヨーコ', 'ﾚｲﾀﾞ ﾖ-ｺ'],
    ['ﾚｲﾀﾞ ﾖｰｺ', 'ﾚｲﾀﾞ ﾖ-ｺ'],
    ['ハットリ', 'ﾊﾂﾄﾘ'],
    ['ヲノ・ヰヱ', 'ｵﾉ ｲｴ'],
    ['ヴァン　Ｄａｍ', 'ｳﾞｱﾝ DAM'],
    ['カ゛キ゜'.slice(0, 2), 'ｶﾞ'],
    ['カ）ツキシロ', 'ｶ)ﾂｷｼﾛ'],
    ['  サトウ   Ｊｒ．  ', 'ｻﾄｳ JR.'],
    ['ヵヶヮ', 'ｶｹﾜ'],
  ])('%j is written %j', (typed, kana) => expect(readHolder(typed)).toEqual({ kana }))

  test.each([
    '見本 京子',
    'みほん きょうこ',
    'ﾐﾎﾝ,ｷﾖｳｺ',
    'アﾞ',
    'ナ゜',
    'ﾞｶ',
    'カ゜',
    'é',
    '😀',
    '',
    '　',
    'ミホン/キョウコ',
  ])('%j is none that a bank can take', (typed) =>
    expect(readHolder(typed)).toEqual({ refusal: 'ACCOUNT_HOLDER_FORMAT' }),
  )

  test('has thirty bytes at most, and is never cut between a letter and its mark', () => {
    const thirty = 'ガ'.repeat(15)
    expect(readHolder(thirty)).toEqual({ kana: 'ｶﾞ'.repeat(15) })
    expect(readHolder(`${thirty}ア`)).toEqual({ refusal: 'ACCOUNT_HOLDER_TOO_LONG' })
    expect(readHolder(`ア${'ガ'.repeat(15)}`)).toEqual({ refusal: 'ACCOUNT_HOLDER_TOO_LONG' })
    expect(readHolder('ア'.repeat(60_000))).toEqual({ refusal: 'ACCOUNT_HOLDER_TOO_LONG' })
  })

  test('is the same again when what was written is read once more, in letters of one byte alone', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ァヴーヶガパッ ・ａ1-)（ｶﾞﾟｰヲ') }), (typed) => {
        const read = readHolder(typed)
        if ('refusal' in read) return
        expect(readHolder(read.kana)).toEqual(read)
        expect(read.kana).toMatch(/^[0-9A-Zｱ-ﾝﾞﾟ(). -]{1,30}$/)
        expect(toBankKana(read.kana)).toBe(read.kana)
      }),
    )
  })

  test('is the member where the kana are, however they are spaced', () => {
    expect(isSameHolder('ﾐﾎﾝ ｷﾖｳｺ', 'ミホンキョウコ')).toBe(true)
    expect(isSameHolder('ﾐﾎﾝｷﾖｳｺ', 'ミホン　キョウコ')).toBe(true)
    expect(isSameHolder('ﾐﾎﾝ ｹｲｺ', 'ミホンキョウコ')).toBe(false)
    expect(isSameHolder('', '')).toBe(false)
  })
})

test.each([
  ['12345', '0012345'],
  ['０１２３４５６', '0123456'],
  ['012-3456', '0123456'],
  ['0', '0000000'],
])('the number %s is %s', (typed, number) => expect(readAccountNumber(typed)).toBe(number))

test.each(['', '12345678', '12a', '一二三', '-', '9'.repeat(60_000)])(
  '%# is no number of an account',
  (typed) => expect(readAccountNumber(typed)).toBeNull(),
)

describe('the symbol and number of ゆうちょ', () => {
  test.each([
    ['10530', '12345671', '058', 'ordinary', '1234567'],
    ['11940', '1234561', '198', 'ordinary', '0123456'],
    ['12345', '12345671', '238', 'ordinary', '1234567'],
    ['01940-1', '123456', '199', 'current', '0123456'],
    ['01940', '1-123456', '199', 'current', '0123456'],
    ['０１９４０', '１２３４５６', '199', 'current', '0123456'],
  ])('%s %s are branch %s, %s %s', (symbol, number, branch_code, account_type, account_number) =>
    expect(readYucho(symbol, number)).toEqual({ branch_code, account_type, account_number }),
  )

  test.each([
    ['10530', '12345672'],
    ['10530', '123456781'],
    ['10530', '1'],
    ['01940', '1234567'],
    ['20530', '12345671'],
    ['1053', '12345671'],
    ['105300', '12345671'],
    ['', ''],
    ['記号', '番号'],
  ])('%s %s are none', (symbol, number) => expect(readYucho(symbol, number)).toBeNull())
})

describe('a corporation', () => {
  test.each([
    ['株式会社 ツキシロ', 'ｶ)ﾂｷｼﾛ'],
    ['カブシキガイシャツキシロ', 'ｶ)ﾂｷｼﾛ'],
    ['ツキシロ カブシキガイシャ', 'ﾂｷｼﾛ(ｶ'],
    ['㈱ツキシロ', 'ｶ)ﾂｷｼﾛ'],
    ['カ）ツキシロ', 'ｶ)ﾂｷｼﾛ'],
    ['ツキシロ（ド', 'ﾂｷｼﾛ(ﾄﾞ'],
    ['ツキシロ（カ）カナザワシテン', 'ﾂｷｼﾛ(ｶ)ｶﾅｻﾞﾜｼﾃﾝ'],
    ['トクテイヒエイリカツドウホウジン ギン', 'ﾄｸﾋ)ｷﾞﾝ'],
  ])('%s is %s and known as one', (typed, kana) => {
    expect(readHolder(typed)).toEqual({ kana })
    expect(isCorporateHolder(kana)).toBe(true)
  })

  test.each(['ミホン キョウコ', 'カ ツキシロ', 'ア)ツキシロ', 'シヤ', 'ツキシロ(ア'])('%s is none', (typed) =>
    expect(isCorporateHolder(typed)).toBe(false),
  )
})

test('an account is shown by its kind and its last three digits', () =>
  expect(showAccount({ account_type: 'ordinary', account_number: '0012345' })).toBe('普通 ****345'))
