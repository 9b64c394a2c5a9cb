import { expect, test } from 'vitest'
import { falseClaim } from './silver-names.ts'

test.each([
  ['純銀ペアリング 7号', 999, null],
  ['純銀ペアリング 7号', 958, 'fine'],
  ['純銀の匙', null, 'fine'],
  ['Ｆｉｎｅ　Ｓｉｌｖｅｒ 匙', 925, 'fine'],
  ['SILVER999 リング', 999, null],
  ['SILVER999 リング', 925, 'numbered'],
  ['Ag1000 バー', 999, null],
  ['SV1000 バー', 958, 'numbered'],
  ['sv925 チェーン', 925, null],
  ['SV925 チェーン', 950, 'numbered'],
  ['シルバー925 リング', 900, 'numbered'],
  ['SV925 チェーン', null, 'numbered'],
  ['STERLING リング', 925, null],
  ['スターリング リング', 900, 'numbered'],
  ['SILVER リング', 925, null],
  ['SILVER リング', 900, 'alone'],
  ['ＳＶ リング', 800, 'alone'],
  ['SV900 リング', 900, null],
  ['SILVERWARE 皿', 800, null],
  ['月暈リング 細 11号', 925, null],
  ['銀器 皿', 800, null],
] as const)('%s of %s: %s', (name, fineness, claim) => {
  expect(falseClaim(name, fineness, 'ring')).toBe(claim)
})

test('a cloth is named for what it cleans', () => {
  expect(falseClaim('純銀磨きクロス', null, 'care')).toBeNull()
  expect(falseClaim('純銀磨きクロス', null, 'ring')).toBe('fine')
})
