import { expect, test } from 'vitest'
import { type DrawerMove, whyOf } from './suspects-rules.ts'

const move = (changed: Partial<DrawerMove>): DrawerMove => ({
  kind: 'sale',
  cash: 0,
  card: 0,
  change: 0,
  voided: false,
  ...changed,
})

test.each([
  ['cash that a sale says came, and did not', { cash: 3_300 }, -3_300, 'same'],
  ['cash that a refund says went out, and did not', { cash: -3_300 }, 3_300, 'same'],
  ['a card that was cash', { card: 3_300 }, 3_300, 'swapped'],
  ['cash that was a card is missing as what never came', { cash: 3_300 }, -3_300, 'same'],
  ['a void whose cash never went back', { cash: 3_300, voided: true }, 3_300, 'voided'],
  ['a void is no reason for missing cash', { cash: 3_300, voided: true }, -3_300, null],
  ['cash taken out that was booked as put in', { cash: 5_000 }, -10_000, 'direction'],
  ['cash put in that was booked as taken out', { cash: -5_000 }, 10_000, 'direction'],
  ['change that stayed in the drawer', { cash: 1_100, change: 3_900 }, 3_900, 'change'],
  ['change that was handed out twice', { cash: 1_100, change: 3_900 }, -3_900, 'change'],
  ['a nought too many', { cash: 11_000 }, -9_900, 'zero'],
  ['a nought too few', { cash: 1_100 }, 9_900, 'zero'],
  ['a nought too many in a refund', { cash: -11_000 }, 9_900, 'zero'],
  ['two figures that changed places', { cash: 5_400 }, -900, 'digits'],
  ['two figures that changed places, the other way', { cash: 4_500 }, 900, 'digits'],
  ['two figures of a refund that changed places', { cash: -5_400 }, 900, 'digits'],
  ['two figures far apart are no slip', { cash: 5_041 }, -3_996, null],
  ['a multiple of nine that comes from nothing', { cash: 5_501 }, -900, null],
  ['something near it', { cash: 3_301 }, -3_300, null],
  ['no difference', { cash: 0 }, 0, null],
] as const)('%s', (_name, changed, difference, why) => {
  expect(whyOf(move(changed), difference)).toBe(why)
})
