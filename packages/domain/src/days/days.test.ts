import { describe, expect, test } from 'vitest'
import { closeDay, type CloseFacts, type CloseWish } from './close-day.ts'
import { type CashCounts, cashPieces, countCash } from './count-cash.ts'
import { countFloat, type FloatFacts } from './count-float.ts'
import { moveCash } from './move-cash.ts'
import { reopenDay, type ReopenFacts } from './reopen-day.ts'

const shop = { actor_id: 'clerk', store_id: 'shop' }
const till = { kind: 'cash', customer_id: null, store_id: 'shop', employee_id: 'clerk', topic: 'till' }
const today = '2026-11-21'

describe('pieces of notes and coins', () => {
  test.each<[string, CashCounts, number | null]>([
    ['one of each', Object.fromEntries(cashPieces.map((piece) => [piece, 1])), 18_666],
    ['none of one', { 10_000: 0 }, 0],
    ['as many of one as can be counted', { 1: 99_999 }, 99_999],
    ['more than that', { 1: 100_000 }, null],
    ['less than none', { 10: -1 }, null],
    ['half of one', { 10: 0.5 }, null],
    ['a piece that there is not', { 1: 5, 20: 1 }, null],
    ['a note by a strange name', { '010': 1 }, null],
    ['of no kind at all', {}, null],
  ])('%s', (_, counts, sum) => {
    expect(countCash(counts)).toBe(sum)
  })
})

describe('the float of a day', () => {
  const facts: FloatFacts = {
    date: today,
    is_begun: true,
    is_open: true,
    has_later_float: false,
    earlier_open_day: null,
    last: null,
    carried: 50_000,
    drawer: null,
  }
  const float = (change: Partial<FloatFacts>, counts: CashCounts = { 10_000: 5 }) =>
    countFloat({ ...facts, ...change }, { ...shop, transaction_id: 'float', counts })

  test('that is what the last close left is counted, and moves nothing', () => {
    expect(float({})).toEqual({
      code: null,
      on_date: today,
      counted: 50_000,
      float: { counted: 50_000, carried: 50_000 },
      movements: [],
    })
  })

  const movement = { ...till, id: 'float', step: 'float', business_date: today }
  test.each<[string, Partial<FloatFacts>, object]>([
    [
      'with a note too few is short of it',
      { carried: 51_000 },
      { code: 'float', debit: 'over_short', credit: 'drawer', amount: 1_000 },
    ],
    [
      'with a note too many is over it',
      { carried: 49_000 },
      { code: 'float', debit: 'drawer', credit: 'over_short', amount: 1_000 },
    ],
    [
      'that is counted again differs from the count before',
      { last: { counts: { 10_000: 4 }, counted: 40_000 }, carried: 51_000 },
      { code: 'float', debit: 'drawer', credit: 'over_short', amount: 10_000 },
    ],
    [
      'before the first close comes from the office',
      { carried: null, drawer: 0 },
      { code: 'float', debit: 'drawer', credit: 'cash_office', amount: 50_000 },
    ],
    [
      'before the first close leaves the office what the drawer took in before',
      { carried: null, drawer: 60_000 },
      { code: 'float', debit: 'cash_office', credit: 'drawer', amount: 10_000 },
    ],
    [
      'before the first close, counted again, comes from the office too',
      { carried: null, last: { counts: { 10_000: 4 }, counted: 40_000 } },
      { code: 'float', debit: 'drawer', credit: 'cash_office', amount: 10_000 },
    ],
  ])('%s', (_, change, transfer) => {
    expect(float(change)).toMatchObject({
      code: null,
      float: { counted: 50_000, carried: change.carried },
      movements: [{ ...movement, transfers: [transfer] }],
    })
  })

  test('that is counted the same way again is the same, in other pieces it is another', () => {
    const counted = { counted: 50_000 }
    expect(float({ last: { ...counted, counts: { 10_000: 5 } } })).toMatchObject({
      float: null,
      movements: [],
    })
    expect(float({ last: { ...counted, counts: { 5_000: 10 } } })).toMatchObject({
      float: counted,
      movements: [],
    })
  })

  // Each refusal with everything that is asked for after it wrong as well.
  const late = { earlier_open_day: '2026-11-20' }
  const closed = { ...late, is_open: false }
  test.each<[string, Partial<FloatFacts>, CashCounts | undefined, object]>([
    [
      'of pieces that there are not',
      { ...closed, is_begun: false },
      { 3: 1 },
      { code: 'VALIDATION_ERROR', on_date: today },
    ],
    [
      'of a day to come',
      { ...closed, is_begun: false },
      undefined,
      { code: 'CLOSE_TOO_EARLY', on_date: today },
    ],
    ['of a day that is closed', closed, undefined, { code: 'REGISTER_CLOSED', on_date: today }],
    [
      'that a later one was counted after',
      { ...late, has_later_float: true },
      undefined,
      { code: 'REGISTER_CLOSED', on_date: today },
    ],
    ['before an earlier day is closed', late, undefined, { code: 'CLOSE_ORDER', on_date: '2026-11-20' }],
  ])('is none %s', (_, change, counts, refusal) => {
    expect(float(change, counts)).toEqual(refusal)
  })
})

describe('cash', () => {
  const wish = {
    ...shop,
    transaction_id: 'move',
    register_id: null,
    amount: 1_000,
    reason: '両替',
    note: null,
  }

  test.each<['pay_in' | 'pay_out', number | null, object]>([
    ['pay_in', null, { code: 'pay_in', debit: 'drawer', credit: 'cash_office', amount: 1_000 }],
    ['pay_out', 1_000, { code: 'pay_out', debit: 'cash_office', credit: 'drawer', amount: 1_000 }],
  ])('moves between drawer and office: %s', (act, expected, transfer) => {
    expect(moveCash({ date: today, expected }, { ...wish, act })).toEqual({
      code: null,
      movements: [
        {
          ...till,
          id: 'move',
          step: act,
          register_id: null,
          business_date: today,
          reason: '両替',
          note: null,
          transfers: [transfer],
        },
      ],
    })
  })

  test.each([999, 0, -1])('is not taken out of a drawer that must hold %i yen', (expected) => {
    expect(moveCash({ date: today, expected }, { ...wish, act: 'pay_out' })).toEqual({ code: 'DRAWER_SHORT' })
  })
})

describe('the close of a day', () => {
  const facts: CloseFacts = {
    is_closed: false,
    is_begun: true,
    last: null,
    earlier_open_day: null,
    has_later_float: false,
    blockers: [],
    float_counted: 50_000,
    cash: { expected: 80_000, pay_in: 3_000, pay_out: 2_000 },
  }
  const wish: CloseWish = {
    ...shop,
    over_short_id: 'difference',
    deposit_id: 'deposit',
    date: today,
    approved_by: null,
    approval_from: 1_000,
    float: null,
    counts: { 10_000: 8 },
    expected: null,
    cash_in: null,
    cash_out: null,
    reason: null,
    note: null,
    deposit: 0,
  }
  const decide = (change: Partial<CloseFacts>, asked: Partial<CloseWish> = {}) =>
    closeDay({ ...facts, ...change }, { ...wish, ...asked })

  test('that finds what the books say moves nothing but what goes to the bank', () => {
    expect(decide({}, { deposit: 30_000, reason: '不明', note: 'x' })).toEqual({
      code: null,
      close: { counted: 80_000, over_short: 0, reason: null, carry: 50_000 },
      movements: [
        {
          ...till,
          id: 'deposit',
          step: 'deposit',
          business_date: today,
          transfers: [{ code: 'deposit', debit: 'cash_office', credit: 'drawer', amount: 30_000 }],
        },
      ],
    })
  })

  test.each<[string, number, object]>([
    ['less', 81_000, { debit: 'over_short', credit: 'drawer', amount: 1_000 }],
    ['more', 79_000, { debit: 'drawer', credit: 'over_short', amount: 1_000 }],
  ])('that finds %s posts the difference, with who agreed to it', (_, expected, transfer) => {
    const asked = { reason: '不明', note: 'x', approved_by: 'manager' }
    expect(decide({ cash: { ...facts.cash!, expected } }, asked)).toEqual({
      code: null,
      close: { counted: 80_000, over_short: 80_000 - expected, reason: '不明', carry: 80_000 },
      movements: [
        {
          ...till,
          ...asked,
          id: 'difference',
          step: 'over_short',
          business_date: today,
          transfers: [{ code: 'over_short', ...transfer }],
        },
      ],
    })
  })

  test.each<[string, Partial<CloseFacts>, Partial<CloseWish>]>([
    ['nothing is left in the drawer', {}, { deposit: 80_000 }],
    ['the shown figures hold', {}, { expected: 80_000, cash_in: 3_000, cash_out: 2_000 }],
    ['the float is what is on record, in other pieces', {}, { float: { 5_000: 10 } }],
    ['a difference is small', {}, { counts: { 1: 79_001 }, reason: '不明' }],
    ['no difference needs a second person', {}, { counts: { 1: 0 }, reason: '不明', approval_from: null }],
    ['it was opened again', { last: { counts: {}, deposit: 1, reason: null, note: null } }, {}],
  ])('passes where %s', (_, change, asked) => {
    expect(decide(change, asked)).toMatchObject({ code: null, close: {} })
  })

  // Each refusal with what is asked for after it wrong as well, as far as one day can have all of it wrong.
  const uncounted = { float_counted: null, cash: null }
  const blocked = { ...uncounted, blockers: ['parked', 'pending'] } satisfies Partial<CloseFacts>
  const passed = { ...blocked, has_later_float: true }
  const late = { ...passed, earlier_open_day: '2026-11-20' }
  const badly = { counts: { 3: 1 }, expected: 1 }
  test.each<[string, Partial<CloseFacts>, Partial<CloseWish>, object]>([
    ['of a day to come', { ...late, is_begun: false }, badly, { code: 'CLOSE_TOO_EARLY' }],
    ['before an earlier day is closed', late, badly, { code: 'CLOSE_ORDER', on_date: '2026-11-20' }],
    ['once the next day has its float', passed, badly, { code: 'REGISTER_CLOSED' }],
    ['over a payment under way', blocked, badly, { code: 'CLOSE_PENDING_TXN', n: 2 }],
    [
      'over a count of the stock',
      { ...blocked, blockers: ['stock_count'] },
      badly,
      { code: 'CLOSE_COUNT_OPEN', n: 1 },
    ],
    [
      'over a cart put aside, and a count beside it',
      { ...blocked, blockers: ['stock_count', 'parked'] },
      badly,
      { code: 'CLOSE_PENDING_TXN', n: 2 },
    ],
    ['of pieces that there are not', uncounted, badly, { code: 'VALIDATION_ERROR' }],
    ['with more to the bank than was counted', uncounted, { deposit: 80_001 }, { code: 'VALIDATION_ERROR' }],
    ['with less than nothing to the bank', uncounted, { deposit: -1 }, { code: 'VALIDATION_ERROR' }],
    ['without a float', uncounted, { expected: 1 }, { code: 'REGISTER_NOT_OPEN' }],
    ['on a float that is another on record', {}, { float: { 10_000: 4 } }, { code: 'CONFLICT' }],
    ['on a float of pieces that there are not', {}, { float: { 3: 1 } }, { code: 'CONFLICT' }],
    ['on a sum that has moved', {}, { expected: 79_999, counts: { 1: 0 } }, { code: 'CONFLICT' }],
    ['on cash put in that has moved', {}, { cash_in: 0 }, { code: 'CONFLICT' }],
    ['on cash taken out that has moved', {}, { cash_out: 0 }, { code: 'CONFLICT' }],
    [
      'of less without a reason',
      {},
      { counts: { 1: 70_000 } },
      { code: 'CLOSE_REASON_REQUIRED', n: -10_000 },
    ],
    [
      'of so much less by one person alone',
      {},
      { counts: { 1: 79_000 }, reason: '不明' },
      { code: 'APPROVAL_REQUIRED', n: -1_000 },
    ],
    [
      'of so much more by one person alone',
      {},
      { counts: { 1: 81_000 }, reason: '不明' },
      { code: 'APPROVAL_REQUIRED', n: 1_000 },
    ],
  ])('is none %s', (_, change, asked, refusal) => {
    expect(decide(change, asked)).toEqual(refusal)
  })

  describe('of a day that is closed', () => {
    const last = { counts: { 10_000: 8 }, deposit: 0, reason: null, note: null }
    test('is the one that stands, in the same words', () => {
      expect(decide({ ...late, is_closed: true, last })).toEqual({ code: null, close: null, movements: [] })
    })
    test.each<[string, Partial<CloseFacts>, Partial<CloseWish>]>([
      ['counts', {}, { counts: { 5_000: 16 } }],
      ['kinds of pieces', {}, { counts: { 10_000: 8, 1: 0 } }],
      ['words for the bank', {}, { deposit: 1 }],
      ['reasons', {}, { reason: '不明' }],
      ['notes', {}, { note: 'x' }],
      ['words than none, as it went by without a close', { last: null }, {}],
    ])('is refused in other %s', (_, change, asked) => {
      expect(decide({ is_closed: true, last, ...change }, asked)).toEqual({ code: 'REGISTER_CLOSED' })
    })
  })
})

describe('the opening of a closed day', () => {
  const facts: ReopenFacts = {
    close: { is_reopened: false, deposit: 30_000, over_short: -120 },
    is_last: true,
    has_later_float: false,
  }
  const decide = (change: Partial<ReopenFacts>) =>
    reopenDay({ ...facts, ...change }, { ...shop, transaction_id: 'back', date: today, reason: '数え直し' })
  const reopened = (deposit: number, over_short: number) =>
    decide({ close: { is_reopened: false, deposit, over_short } })

  test('takes back what its close posted', () => {
    expect(decide({})).toEqual({
      code: null,
      movements: [
        {
          ...till,
          id: 'back',
          step: 'reopen',
          business_date: today,
          reason: '数え直し',
          transfers: [
            { code: 'reopen', debit: 'drawer', credit: 'cash_office', amount: 30_000 },
            { code: 'reopen', debit: 'drawer', credit: 'over_short', amount: 120 },
          ],
        },
      ],
    })
    expect(reopened(0, 120)).toMatchObject({
      movements: [{ transfers: [{ debit: 'over_short', credit: 'drawer', amount: 120 }] }],
    })
  })

  test('moves nothing where nothing was posted', () => {
    expect(reopened(0, 0)).toEqual({ code: null, movements: [] })
  })

  const late = { is_last: false, has_later_float: true }
  test.each<[string, Partial<ReopenFacts>, string]>([
    ['that was never closed', { ...late, close: null }, 'NOT_FOUND'],
    ['that is open again', { ...late, close: { ...facts.close!, is_reopened: true } }, 'DAY_IS_OPEN'],
    ['before another that is closed', { is_last: false }, 'REOPEN_TOO_LATE'],
    ['once the next has its float', { has_later_float: true }, 'REOPEN_TOO_LATE'],
  ])('is none of one %s', (_, change, code) => {
    expect(decide(change)).toEqual({ code })
  })
})
