import { tokyoDate } from '@shirogane/domain/time/tokyo'
import { charge as chargeFor } from '@shirogane/testkit/acts/funds'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { moveLedgerClock } from '@shirogane/testkit/ledger-clock'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '../../lib/days.ts'
import { csvOf, depositOf, fillDays, baseDateBefore, baseDateFrom, reportBy, totalOf } from './rules.ts'
import { keepBook, watchPrepaid } from './watch.ts'
import { noticeText } from '../../notices/notices.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterEach(() => moveLedgerClock(api.db, null))
afterAll(() => api.close())

const charge = (userId: string, amount: number) => chargeFor(api.db, userId, amount)

describe('the rules', () => {
  test('base dates are the 31st of March and the 30th of September, and reports are due two months later', () => {
    expect([baseDateFrom('2027-03-31'), baseDateFrom('2027-04-01'), baseDateFrom('2027-10-01')]).toEqual([
      '2027-03-31',
      '2027-09-30',
      '2028-03-31',
    ])
    expect([
      baseDateBefore('2027-03-31'),
      baseDateBefore('2027-04-01'),
      baseDateBefore('2027-10-01'),
    ]).toEqual(['2026-09-30', '2027-03-31', '2027-09-30'])
    expect([reportBy('2027-03-31'), reportBy('2027-09-30')]).toEqual(['2027-05-31', '2027-11-30'])
  })

  test('half is to be secured, to the yen above, once the threshold is passed and not when it is reached', () => {
    expect(depositOf(10_000_000, 10_000_000)).toBe(0)
    expect(depositOf(10_000_001, 10_000_000)).toBe(5_000_001)
  })

  test('days without a movement stand in the book too, and the sum is the whole', () => {
    const day = {
      on_date: '2027-04-02',
      opening: 100,
      issued: 50,
      cancelled: 0,
      used: 30,
      returned: 0,
      expired: 0,
      repaid: 0,
      closing: 120,
    }
    const days = fillDays([{ ...day, bucket: 'paid' }], {
      from: '2027-04-01',
      until: '2027-04-03',
      before: { paid: 100, bonus: 7 },
    })
    expect(days.map(({ paid, bonus }) => [paid.opening, paid.closing, bonus.closing])).toEqual([
      [100, 100, 7],
      [100, 120, 7],
      [120, 120, 7],
    ])
    expect(totalOf(days).paid).toMatchObject({ opening: 100, issued: 50, used: 30, closing: 120 })
    const lines = Buffer.from(csvOf(days)).toString().split('\r\n')
    expect(lines[0]).toBe(
      '\uFEFF日付,区分,前日残高,発行額,発行取消額,回収額,返品による戻し額,失効額,払戻額,未使用残高',
    )
    expect(lines[3]).toBe('2027/04/02,有償,100,50,0,30,0,0,0,120')
    expect(lines[7]).toBe('合計,有償,100,50,0,30,0,0,0,120')
  })
})

describe('the book', () => {
  test('says for every day what the ledger says, before and after it is filled', async () => {
    const accountant = await api.as('accountant')
    const read = () => accountant.get('admin.prepaid', { query: { from: '2026-01-01', until: '2026-01-02' } })
    expect((await read()).days.map(({ on }) => on)).toEqual(['2026-01-02', '2026-01-01'])
    const before = await accountant.get('admin.prepaid')
    await keepBook(api.server.context)
    const after = await accountant.get('admin.prepaid')
    expect({ ...after, as_of: '' }).toEqual({ ...before, as_of: '' })
    const [held] = await api.db.query<{ paid: number; bonus: number }>(
      'select sum(balance_paid)::bigint as paid, sum(balance_bonus)::bigint as bonus from ledger.wallets',
    )
    expect(after.unused).toEqual({ ...held, counted: held?.paid })
    for (const day of after.days) {
      for (const row of [day.paid, day.bonus]) {
        expect(
          row.opening + row.issued - row.cancelled - row.used + row.returned - row.expired - row.repaid,
        ).toBe(row.closing)
      }
    }
    expect(after.days[0]).toMatchObject({ paid: { closing: held?.paid }, bonus: { closing: held?.bonus } })
    expect(await api.db.query('select * from ledger.audit()')).toEqual([])
  })

  test('is a file for spreadsheets too', async () => {
    const owner = await api.as('owner')
    const { status, headers, body } = await owner.call('admin.prepaidCsv', {
      query: { from: '2026-11-01', until: '2026-11-30' },
    })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe(
      'attachment; filename="prepaid_2026-11-01_2026-11-30.csv"',
    )
    expect(headers.get('cache-control')).toBe('no-store')
    expect((body as string).trim().split('\r\n')).toHaveLength(1 + 60 + 2)
  })

  test('refuses a period the wrong way round, one beyond four hundred days, and everybody else', async () => {
    const owner = await api.as('owner')
    expect(
      await owner.refused('admin.prepaid', { query: { from: '2026-02-01', until: '2026-01-01' } }),
    ).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' })
    for (const name of ['admin.prepaid', 'admin.prepaidCsv'] as const) {
      expect(await owner.refused(name, { query: { from: '2025-01-01', until: '2026-02-05' } })).toMatchObject(
        {
          status: 422,
          code: 'PERIOD_TOO_LONG',
          message: '期間は400日以内で指定してください。',
        },
      )
      for (const who of ['manager', 'clerk', 'reviewer', 'hanako'] as const) {
        expect(await (await api.as(who)).refused(name)).toMatchObject({ status: 403, code: 'FORBIDDEN' })
      }
    }
  })
})

test('head office is told once when the unused balance comes near the threshold, passes it, and after the base date', async () => {
  const hanako = await api.as('hanako')
  // The end of the half-year that follows this one: nothing that the demo did lies behind it.
  const base = baseDateFrom(addDays(baseDateFrom(tokyoDate(new Date())), 1))
  const [year, month, date] = base.split('-').map(Number)
  const words = () =>
    api.db.query<{ number: string; kind: string; facts: unknown }>(
      `select e.number, n.kind, n.facts from notifications n join employees e on e.user_id = n.user_id
       where n.dedupe_key like 'prepaid:%' and substr(n.dedupe_key, 9, 10) >= $1
       order by n.created_at, n.kind, e.number`,
      [base],
    )
  const watch = async () => {
    await Promise.all([watchPrepaid(api.server.context), watchPrepaid(api.server.context)])
    return (await words()).map(({ number, ...notice }) => `${number} ${noticeText(notice).title}`)
  }
  await moveLedgerClock(api.db, `${addDays(base, -58)}T12:00:00+09:00`)
  const [held] = await api.db.query<{ paid: number }>(
    'select sum(balance_paid)::bigint as paid from ledger.wallets',
  )
  await charge(hanako.user_id, 7_999_999 - held!.paid)
  expect(await watch()).toEqual([])
  await charge(hanako.user_id, 1)
  const near = ['E0001 未使用残高が8,000,000円に達しました', 'E0007 未使用残高が8,000,000円に達しました']
  expect(await watch()).toEqual(near)
  await charge(hanako.user_id, 2_000_000)
  expect(await watch()).toEqual(near)
  await charge(hanako.user_id, 1)
  const passed = ['E0001 未使用残高が10,000,000円を超えました', 'E0007 未使用残高が10,000,000円を超えました']
  expect((await watch()).toSorted()).toEqual([...near, ...passed].toSorted())

  await moveLedgerClock(api.db, `${addDays(base, 1)}T00:00:00+09:00`)
  const over = ['E0001', 'E0007'].map(
    (number) => `${number} 基準日（${year}年${month}月${date}日）の未使用残高は10,000,001円です`,
  )
  // A new half-year begins, and it begins beyond the threshold.
  expect((await watch()).toSorted()).toEqual([...near, ...passed, ...passed, ...over].toSorted())
  const { base_dates } = await (await api.as('accountant')).get('admin.prepaid')
  expect(base_dates.find(({ on }) => on === base)).toMatchObject({
    reached: true,
    from: addDays(baseDateBefore(base), 1),
    paid: 10_000_001,
    over: true,
    deposit: 5_000_001,
    report_by: reportBy(base),
  })
})

test('the given balance counts as soon as it is not kept apart', async () => {
  const accountant = await api.as('accountant')
  await api.db.query(`insert into settings (key, value) values ('prepaid', '{"separate": false}')`)
  const { unused } = await accountant.get('admin.prepaid')
  expect(unused.counted).toBe(unused.paid + unused.bonus)
  await api.db.query(`delete from settings where key = 'prepaid'`)
})
