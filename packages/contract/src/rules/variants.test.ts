import { expect, test } from 'vitest'
import { searchCopy } from './variants.ts'

test.each([
  ['髙﨑', '高崎'],
  ['𠮷田', '吉田'],
  ['齋藤', '斉藤'],
  ['渡邉', '渡辺'],
  ['邊\u{e0102}見', '辺見'],
  ['澤', '沢'],
  ['\ufa10', '塚'],
  ['﨑', '崎'],
])('%s is found by %s', (written, asked) => {
  expect(searchCopy(written)).toBe(searchCopy(asked))
})

test('kana and Latin letters are found in any width, with or without what stands between them', () => {
  expect(searchCopy('たかさき', 'ガイジ')).toBe(searchCopy('ﾀｶｻｷ ｶﾞｲｼﾞ'))
  expect(searchCopy("Ｏ'Brien")).toBe('obrien')
})

test('no common form is itself taken for another, or two names that differ would meet by chance', () => {
  for (const common of '高崎吉辺斉沢浜島桜広国塚龍竜')
    expect(searchCopy(searchCopy(common))).toBe(searchCopy(common))
})
