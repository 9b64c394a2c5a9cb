import { describe, expect, test } from 'vitest'
import {
  birthRefusal,
  withoutSeparators,
  isKatakana,
  isName,
  lengthOf,
  needsGuardian,
  toKatakana,
  trimmed,
} from './person.ts'
import { ageOn } from '@shirogane/domain/people/age'
import { eraOfYear, prefectures } from './person-text.ts'

describe('names', () => {
  test.each([
    '髙',
    '﨑',
    '𠮷田',
    '\ufa10',
    '葛\u{e0100}城',
    '佐々木',
    'オブライエン',
    "O'Brien",
    'ヶ',
    '〆',
    '一二三',
    '〇',
    'が'.normalize('NFD'),
  ])('%s is a name', (name) => {
    expect(isName(name)).toBe(true)
  })
  test.each([
    '山田1',
    '太郎２',
    '花子🌸',
    '<b>',
    'Ⅷ',
    '\u202eabc',
    'a\u0301\u0301\u0301',
    '',
    'Пётр',
    '山\u200b田',
    '①',
  ])('%s is none', (name) => {
    expect(isName(name)).toBe(false)
  })
  test('a rare kanji and one with a variation selector count as one character', () => {
    expect(lengthOf('𠮷')).toBe(1)
    expect(lengthOf('葛\u{e0100}')).toBe(1)
  })
  test('the ends are trimmed, the rest is left as it was typed', () => {
    expect(trimmed('　\ufa10 髙\n')).toBe('\ufa10 髙')
  })
  test('whatever kana was typed becomes full-width katakana', () => {
    expect(toKatakana('たかさき')).toBe('タカサキ')
    expect(toKatakana('ﾀｶｻﾞｷ')).toBe('タカザキ')
    expect(isKatakana('ヴァン・ゴッホ')).toBe(true)
    expect(isKatakana('髙崎')).toBe(false)
  })
})

describe('dates of birth', () => {
  const today = '2026-11-21'
  test.each([
    ['1900-01-01', null],
    ['1899-12-31', 'DOB_INVALID'],
    ['2026-11-22', 'DOB_INVALID'],
    ['2023-02-29', 'DOB_INVALID'],
    ['1980-02-29', null],
    ['2013-11-21', null],
    ['2013-11-22', 'AGE_RESTRICTED'],
    ['19800101', 'DOB_INVALID'],
  ])('%s: %s', (birth, refusal) => {
    expect(birthRefusal(birth, today)).toBe(refusal)
  })
  test('whoever was born on 29 February is a year older on 1 March of a common year', () => {
    expect(ageOn('2008-02-29', '2026-02-28')).toBe(17)
    expect(ageOn('2008-02-29', '2026-03-01')).toBe(18)
  })
  test('a guardian has to agree until the eighteenth birthday begins', () => {
    expect(needsGuardian('2008-11-22', today)).toBe(true)
    expect(needsGuardian('2008-11-21', today)).toBe(false)
  })
  test.each([
    [2026, '令和8年'],
    [2019, '平成31年・令和元年'],
    [1989, '昭和64年・平成元年'],
    [1926, '大正15年・昭和元年'],
    [1900, '明治33年'],
  ])('%i is %s', (year, era) => {
    expect(eraOfYear(year)).toBe(era)
  })
})

test('digits are read in any width and with any hyphen, and what is no digit stays to be refused', () => {
  expect(withoutSeparators('〒９２０ー０９８１')).toBe('9200981')
  expect(withoutSeparators('920-0981 ')).toBe('9200981')
  expect(withoutSeparators('９２０-O981')).toBe('920O981')
})

test('the prefectures are forty-seven, from Hokkaido to Okinawa', () => {
  expect([prefectures.length, prefectures[0], prefectures[46]]).toEqual([47, '北海道', '沖縄県'])
})
