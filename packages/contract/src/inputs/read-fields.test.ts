import { describe, expect, test } from 'vitest'
import {
  maskEmail,
  maskPhone,
  readEmail,
  readInviteCode,
  readPhone,
  readPin,
  readUsername,
  showPhone,
} from './read-fields.ts'

describe('a phone number', () => {
  test.each([
    '09012345678',
    '090-1234-5678',
    '０９０－１２３４－５６７８',
    '０９０ー1234ー5678',
    '090−1234—5678',
    ' 090 1234 5678 ',
    '(090)1234.5678',
    '+819012345678',
    '+81 90-1234-5678',
    '+81 (0)90-1234-5678',
    // As an address book copies it.
    '\u202a+81 90-1234-5678\u202c',
    '\u2068090-1234-5678\u2069',
  ])('%s is one and the same', (typed) => {
    expect(readPhone(typed)).toEqual({ e164: '+819012345678' })
  })
  test('060 is a mobile since July 2026', () =>
    expect(readPhone('060-1234-5678')).toEqual({ e164: '+816012345678' }))
  test.each(['050-1234-5678', '076-100-0000', '03-1234-5678', '0120-000-000', '020-1234-5678'])(
    '%s exists, and takes no SMS',
    (typed) => expect(readPhone(typed)).toEqual({ refusal: 'PHONE_NOT_MOBILE' }),
  )
  test.each([
    '',
    '090',
    '090123456789',
    '+1 212 555 0100',
    '090-1234-567a',
    '九〇一二三四五六七八',
    '0'.repeat(60_000),
  ])('is not to be had from %#', (typed) => expect(readPhone(typed)).toEqual({ refusal: 'PHONE_FORMAT' }))
  test('that nobody can have is good for the demo alone', () => {
    expect(readPhone('0800-000-0000', { allocatedOnly: true })).toEqual({ refusal: 'PHONE_NOT_MOBILE' })
    expect(readPhone('09000000002')).toEqual({ e164: '+819000000002' })
    expect(readPhone('09000000002', { allocatedOnly: true })).toEqual({ refusal: 'PHONE_FORMAT' })
  })
  test('is shown with hyphens, and masked in the middle', () => {
    expect(showPhone('+819012345678')).toBe('090-1234-5678')
    expect(maskPhone('+819012345678')).toBe('090-****-5678')
  })
})

describe('a mail address', () => {
  test('has one spelling', () => {
    for (const typed of [
      'Hanako@Example.JP',
      '\u200bhanako@example.jp\ufeff',
      ' hanako@example.jp ',
      'ｈａｎａｋｏ＠ｅｘａｍｐｌｅ．ｊｐ',
    ]) {
      expect(readEmail(typed)).toBe('hanako@example.jp')
    }
  })
  test.each(['a..b@docomo.example.jp', 'a.@ezweb.example.jp', 'a+b@example.co.jp', `x@${'a'.repeat(63)}.jp`])(
    '%s is taken, as the carriers gave such out',
    (typed) => expect(readEmail(typed)).toBe(typed),
  )
  test.each([
    'hanako',
    'a@b',
    'a@@b.jp',
    'a@b@c.jp',
    'a b@c.jp',
    'a@-b.jp',
    'hаnako@example.jp', // the second letter is Cyrillic
    'a@exаmple.jp',
    '💍@example.jp',
    'a@b.jp\r\nBcc: evil@example.com',
    'a,b@c.jp',
    '<a@b.jp>',
    `${'a'.repeat(65)}@b.jp`,
    `a@${'b.'.repeat(130)}jp`,
    'a'.repeat(60_000),
  ])('%# is none', (typed) => expect(readEmail(typed)).toBeNull())
  test('shows its first letter and its provider when masked', () =>
    expect(maskEmail('hanako@example.jp')).toBe('h***@example.jp'))
})

describe('a user name', () => {
  test.each(['Taro', 'ｔａｒｏ', ' taro '])('%s is taro', (typed) => expect(readUsername(typed)).toBe('taro'))
  test.each([
    'tar',
    '1taro',
    '_taro',
    'ta ro',
    'ta-ro',
    'tаro',
    'táro',
    '太郎太郎',
    'taro😀',
    'a'.repeat(21),
    'a'.repeat(60_000),
  ])('%# is none', (typed) => expect(readUsername(typed)).toBeNull())
})

test('a code keeps its leading zero, in any width', () => {
  expect(readPin('012345')).toBe('012345')
  expect(readPin('０１２-３４５')).toBe('012345')
  for (const typed of ['12345', '1234567', '12345a', '٠١٢٣٤٥', '']) expect(readPin(typed)).toBeNull()
})

test('an invitation is read in any case and width, and nothing else is let into a cookie', () => {
  expect(readInviteCode('ｔｓｕｋｉ01')).toBe('TSUKI01')
  for (const typed of ['abc', '<script>', 'a b c d', '招待コード', 'A'.repeat(33)])
    expect(readInviteCode(typed)).toBeNull()
})
