import { expect, test } from 'vitest'
import { payCodeDigits, payTokenText, readPayCode } from './pay-code.ts'

const token = payTokenText(Array.from({ length: 26 }, (_, index) => (index * 7) % 32))

test('a token reads back as itself, however it was typed', () => {
  expect(readPayCode(token)).toEqual({ kind: 'token', text: token })
  expect(readPayCode(token.toLowerCase())).toEqual({ kind: 'token', text: token })
  expect(readPayCode(token.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0)))).toEqual({
    kind: 'token',
    text: token,
  })
})

test('sixteen digits read with blanks, hyphens and full-width figures', () => {
  const digits = payCodeDigits('720344189025667')
  expect(digits).toHaveLength(16)
  for (const typed of [digits, digits.replace(/(.{4})/g, '$1 '), digits.replace(/(.{4})(?=.)/g, '$1-')]) {
    expect(readPayCode(typed)).toEqual({ kind: 'code', text: digits })
  }
  expect(readPayCode('７２０３' + digits.slice(4))).toEqual({ kind: 'code', text: digits })
})

test('one wrong letter or digit is no code', () => {
  for (let index = 3; index < token.length; index += 1) {
    const other = token[index] === '0' ? '1' : '0'
    expect(readPayCode(token.slice(0, index) + other + token.slice(index + 1))).toBeNull()
  }
  const digits = payCodeDigits('720344189025667')
  for (let index = 0; index < digits.length; index += 1) {
    const other = String((Number(digits[index]) + 1) % 10)
    expect(readPayCode(digits.slice(0, index) + other + digits.slice(index + 1))).toBeNull()
  }
})

test('a foreign QR, a script, emptiness and four kilobytes are no codes', () => {
  for (const text of [
    '',
    'https://example.com/pay',
    '<script>1</script>',
    "' or 1=1 --",
    'A'.repeat(4096),
    '1234',
  ]) {
    expect(readPayCode(text)).toBeNull()
  }
})
