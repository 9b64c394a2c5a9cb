import { expect, test } from 'vitest'
import { correctionNote } from './correction-note.ts'
import { noCounts, sumOf } from './counts.ts'
import { periodOf, shiftDate } from './periods.ts'

test('a count comes to the sum of its coins and notes', () => {
  expect(sumOf(noCounts)).toBe(0)
  expect(sumOf({ ...noCounts, 10000: 2, 500: 3, 1: 7 })).toBe(21_507)
})

test('weeks begin on Sunday, and months end where the calendar ends them', () => {
  expect(periodOf('week', '2026-11-22')).toEqual({ from: '2026-11-22', until: '2026-11-28' })
  expect(periodOf('week', '2026-11-21')).toEqual({ from: '2026-11-15', until: '2026-11-21' })
  expect(periodOf('month', '2028-02-10')).toEqual({ from: '2028-02-01', until: '2028-02-29' })
  expect(shiftDate('month', '2026-03-31', -1)).toBe('2026-02-01')
  expect(shiftDate('week', '2026-11-22', 1)).toBe('2026-11-29')
  expect(shiftDate('day', '2026-12-31', 1)).toBe('2027-01-01')
})

test('a correction reads what it was and what it is, and of nothing else', () => {
  const employee = { id: 'e', number: 'E0002', name: '見本 太郎' }
  const one = {
    id: 'c',
    sale_id: 's',
    sale_number: '20261121-KNZ1-0007',
    tenders: { before: { cash: 6_000, card: 0 }, after: { cash: 0, card: 6_000 } },
    seller: null,
    note: null,
    reason: '伝票と照合',
    employee,
    approved_by: { ...employee, name: '例示 次郎' },
    at: '2026-11-21T05:30:00Z',
  }
  expect(correctionNote(one, '2026-11-21')).toBe(
    '14:30　見本 太郎　承認 例示 次郎　現金 ¥6,000→¥0　カード端末 ¥0→¥6,000　伝票と照合',
  )
  const other = {
    ...one,
    tenders: null,
    seller: { before: '仮名 次郎', after: '見本 太郎' },
    note: { before: null, after: '贈答用' },
    approved_by: null,
  }
  expect(correctionNote(other, '2026-11-21')).toBe(
    '14:30　見本 太郎　販売担当 仮名 次郎→見本 太郎　メモ ―→贈答用　伝票と照合',
  )
  // Of a day that is closed the morning after.
  expect(correctionNote(other, '2026-11-20')).toMatch(/^11\/21\(土\) 14:30　見本 太郎/)
})
