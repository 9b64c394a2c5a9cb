import { randomBytes, randomUUID } from 'node:crypto'
import { moveLedgerClock } from '@shirogane/testkit/ledger-clock'
import { patienceMs } from '@shirogane/testkit/patience'
import { plant as plantRow } from '@shirogane/testkit/acts/plant'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runDailyJob } from '../../jobs/jobs.ts'

let api: TestApi
beforeEach(async () => {
  api = await startApi()
})
afterEach(async () => {
  await moveLedgerClock(api.db, null)
  await api.close()
})

const forget = async (): Promise<void> => {
  const ctx = api.server.context
  await api.db.query(`delete from daily_runs where job = 'forget'`)
  expect(await runDailyJob(ctx, 'forget')).toBe(true)
}

const plant = (table: string, values: Record<string, unknown>) => plantRow(api.db, table, values)
const hexOf = () => randomBytes(16).toString('hex')
const start = Date.parse('2026-03-10T12:00:00+09:00')
const dayMs = 86_400_000
const iso = (ms: number) => new Date(ms).toISOString()
/** So many years later by the calendar, and a part of a day. */
const yearsOn = (years: number, ms = 0) => {
  const at = new Date(start)
  at.setUTCFullYear(at.getUTCFullYear() + years)
  return at.getTime() + ms
}

describe('the round of each day', () => {
  type Planted = { table: string; mark: string }
  const planted: Planted[] = []
  const put = async (table: string, values: Record<string, unknown>, mark: string): Promise<Planted> => {
    await plant(table, values)
    const one = { table, mark }
    planted.push(one)
    return one
  }
  const there = async (): Promise<Planted[]> => {
    const found: Planted[] = []
    for (const one of planted) {
      const [row] = await api.db.query<{ n: number }>(
        `select count(*)::int as n from ${one.table} t where strpos(t::text, $1) > 0`,
        [one.mark],
      )
      if (row!.n > 0) found.push(one)
    }
    return found
  }
  /** The round of every ten seconds, until this act is in a block: others on this server hold it up while they are at work. */
  const chainMovement = async (id: string) => {
    await expect
      .poll(
        async () => {
          await api.db.query('select ledger.extend_chain()')
          const [row] = await api.db.query(
            'select 1 as found from ledger.chain_blocks s cross join unnest(s.acts) a where a.id = $1',
            [id],
          )
          return row
        },
        { timeout: patienceMs },
      )
      .toBeDefined()
  }
  const at = iso(start)

  const withId = (table: string, values: Record<string, unknown>) => {
    const id = randomUUID()
    return put(table, { id, ...values }, id)
  }

  test('removes each thing when its time is over, not a minute before, and leaves its neighbours', async () => {
    planted.length = 0
    const [left, stays, leftWithPicture] = [randomUUID(), randomUUID(), randomUUID()]
    for (const [id, closed_at] of [
      [left, at],
      [stays, null],
      [leftWithPicture, at],
    ] as const)
      await plant('users', {
        id,
        username: `u${id.slice(0, 12)}`,
        type: 'customer',
        verified: true,
        closed_at,
        suspended_at: closed_at,
        erased_at: closed_at,
      })
    const [clerk] = await api.db.query<{ id: string }>(
      `select user_id as id from employees where active order by number limit 1`,
    )

    const afterTwoDays: Planted[] = []
    for (const [table, column] of [
      ['login_flows', 'created_at'],
      ['reset_flows', 'created_at'],
      ['counter_codes', 'issued_at'],
      ['kyc_visits', 'issued_at'],
      ['desk_readings', 'at'],
      ['email_undos', 'expires_at'],
      ['step_ups', 'created_at'],
      ['card_keepings', 'started_at'],
      ['handoffs', 'created_at'],
      ['payout_stop_codes', 'expires_at'],
    ] as const)
      afterTwoDays.push(await withId(table, { [column]: at }))
    for (const [table, column] of [
      ['passkey_challenges', 'challenge_hash'],
      ['store_assertions', 'jti_hash'],
    ] as const) {
      const mark = randomBytes(32).toString('hex')
      afterTwoDays.push(await put(table, { [column]: Buffer.from(mark, 'hex'), expires_at: at }, mark))
    }
    const contact = hexOf()
    afterTwoDays.push(
      await put(
        'pending_contacts',
        { user_id: left, kind: 'email', value: contact, created_at: at },
        contact,
      ),
    )

    const pin = randomUUID()
    const pause = hexOf()
    const label = hexOf()
    const cart = { cart: '{"items":[]}', name: 'x' }
    const afterNinetyDays = [
      await put(
        'pins',
        { id: pin, purpose: 'login', pin_hash: Buffer.alloc(32), tries: 0, created_at: at },
        pin,
      ),
      await withId('messages', { channel: 'sms', dedupe_key: hexOf(), created_at: at, sent_at: at }),
      await put('sms_pauses', { scope: 'network', name: pause, since: at, until: at }, pause),
      await withId('parked_sales', { ...cart, status: 'expired', parked_at: at, expires_at: at }),
      await put(
        'ledger.stock_reservations',
        {
          id: randomUUID(),
          owner_id: randomUUID(),
          state: 'released',
          label,
          created_at: iso(start - dayMs),
          until: at,
          ended_at: at,
        },
        label,
      ),
      await withId('saved_searches', { employee_id: clerk!.id, filter: '{"q":"山田"}', created_at: at }),
      await withId('saved_searches', { employee_id: randomUUID(), filter: '{"q":""}', created_at: at }),
    ]

    const slug = hexOf()
    const afterAYear = [
      await put('consents', { user_id: left, slug, version: '1.0', agreed_at: iso(start - dayMs) }, slug),
    ]

    const device = hexOf()
    const session = { audience: 'api', client: 'browser', generation: 1, ip: '203.0.113.7', created_at: at }
    const question = { kind: 'other', status: 'done', handled_by: clerk!.id }
    const done = randomUUID()
    const acted = await withId('audit_log', { action: 'member.show', at })
    const afterThreeYears = [
      acted,
      await put(
        'sessions',
        {
          ...session,
          id: randomUUID(),
          user_id: stays,
          handle: hexOf(),
          device_id: device,
          last_used_at: at,
        },
        device,
      ),
      await put('contacts', { ...question, id: done, created_at: at, handled_at: at }, done),
      await put('contact_acts', { contact_id: done, act: 'done', employee_id: clerk!.id, at }, done),
    ]

    const document = { document: 'passport', method: 'in_person_visual' }
    const paper = { ...document, attempt: 1, submitted_at: at, decided_at: at, status: 'approved' }
    const seen = { ...paper, seen_by: clerk!.id, seen_store_id: randomUUID() }
    const [request, kept, held] = [randomUUID(), randomUUID(), randomUUID()]
    const picture = hexOf()
    const afterSevenYears = [
      await put('kyc_requests', { ...seen, id: request, user_id: left }, request),
      await put(
        'kyc_images',
        { request_id: request, side: 'front', source: 'camera', name: picture },
        picture,
      ),
      await withId('kyc_decisions', { request_id: request, decision: 'approve', reasons: '{}', at }),
      await withId('cash_checks', {
        ...document,
        date_of_birth: '1990-01-01',
        number: 'C-1',
        business_date: '2026-03-09',
        keep_until: '2033-03-09',
        at,
      }),
    ]

    // Neighbouring rows that are still in use.
    const neighbours = [
      await withId('parked_sales', {
        ...cart,
        status: 'parked',
        parked_at: at,
        expires_at: iso(yearsOn(9)),
      }),
      await withId('saved_searches', {
        employee_id: clerk!.id,
        filter: '{"q":"","date":"x"}',
        created_at: at,
      }),
      await withId('contacts', { kind: 'other', status: 'open', created_at: at }),
      await put('kyc_requests', { ...seen, id: kept, user_id: stays }, kept),
      await put('kyc_requests', { ...seen, id: held, user_id: leftWithPicture }, held),
    ]
    await plant('private_files', {
      name: hexOf(),
      user_id: leftWithPicture,
      purpose: 'kyc',
      object: hexOf(),
      encrypted_key: Buffer.from('00', 'hex'),
    })
    const agreed = hexOf()
    neighbours.push(
      await put('consents', { user_id: stays, slug: agreed, version: '1.0', agreed_at: at }, agreed),
    )
    const used = hexOf()
    neighbours.push(
      await put(
        'sessions',
        {
          ...session,
          id: randomUUID(),
          user_id: stays,
          handle: hexOf(),
          device_id: used,
          last_used_at: iso(yearsOn(8)),
        },
        used,
      ),
    )

    let rest = [...planted]
    expect(await there()).toEqual(rest)
    await chainMovement(acted.mark)
    for (const [over, gone] of [
      [start + 2 * dayMs, afterTwoDays],
      [start + 90 * dayMs, afterNinetyDays],
      [yearsOn(1), afterAYear],
      [yearsOn(3), afterThreeYears],
      [yearsOn(7), afterSevenYears],
    ] as const) {
      // The day after the check's last day begins before noon: it goes with the others of its year.
      await moveLedgerClock(api.db, iso(over - (gone === afterSevenYears ? 2 * dayMs : 60_000)))
      await forget()
      expect(await there()).toEqual(rest)
      await moveLedgerClock(api.db, iso(over + 60_000))
      await forget()
      rest = rest.filter((one) => !gone.includes(one))
      expect(await there()).toEqual(rest)
    }
    expect(rest).toEqual(neighbours)
    const [row] = await api.db.query(
      `select ip, user_agent from sessions where device_id = '' and user_id = $1`,
      [stays],
    )
    expect(row).toEqual({ ip: null, user_agent: null })
    // What went was chained: the books know at that moment that its time was over.
    expect(await api.db.query('select * from ledger.audit()')).toEqual([])
  })

  test('a wrong line removes nothing that has to be kept, whoever runs it', async () => {
    const { db } = api.server.context
    const id = randomUUID()
    const now = iso(Date.now())
    const [person, document] = [{ user_id: (await api.as('hanako')).user_id }, { document: 'passport' }]
    await plant('audit_log', { action: 'member.show', at: now })
    await plant('consents', { ...person, slug: 'tos', version: '0.9', agreed_at: now })
    await plant('contacts', { kind: 'other', status: 'done', handled_at: now })
    await plant('member_notes', { ...person, created_at: now })
    await plant('member_stops', { ...person, stopped_at: now })
    await plant('deferred_notes', { customer_id: person.user_id, written_at: now })
    await plant('kyc_requests', { ...document, ...person, id, status: 'approved', submitted_at: now })
    await plant('kyc_decisions', { request_id: id, decision: 'approve', at: now })
    await plant('kyc_images', { request_id: id, side: 'front', name: hexOf() })
    await plant('cash_checks', {
      ...document,
      business_date: '2026-03-10',
      keep_until: '2033-03-10',
      at: now,
    })
    for (const table of [
      'audit_log',
      'consents',
      'contacts',
      'member_notes',
      'member_stops',
      'deferred_notes',
      'kyc_images',
      'kyc_decisions',
      'kyc_requests',
      'cash_checks',
    ])
      for (const run of [db.run, api.db.query])
        await expect(run(`delete from ${table}`), table).rejects.toThrow(
          /never changed or removed|is kept for|stays as long|only ever ended/,
        )
    await expect(db.run('delete from ledger.stock_reservations')).rejects.toThrow('permission denied')
  })
})
