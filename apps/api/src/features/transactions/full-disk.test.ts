import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { sentenceOf } from '@shirogane/contract/wire/errors'
import type { Ask, Caller, Reply } from '@shirogane/testkit/calls/caller'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLog } from '../../log.ts'
import { orSayUnknown } from './sale/or-say-unknown.ts'

let api: TestApi
let clerk: Caller
let register: string
const lines: string[] = []

beforeAll(async () => {
  const log = openLog(
    'warn',
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(...chunk.toString().trim().split('\n'))
        done()
      },
    }),
  )
  api = await startApi({ log })
  clerk = await api.as('clerk')
  const [row] = await api.db.query<{ id: string }>(
    `select r.id from registers r join stores s on s.id = r.store_id where s.code = 'KNZ1' order by r.number`,
  )
  register = row!.id
})
afterAll(() => api.close())

/** What PostgreSQL says of a full disk, to every movement, until the returned function is called. */
async function fillDisk(): Promise<() => Promise<void>> {
  await api.db.query('create sequence refusals_of_the_disk')
  await api.db.query('grant usage on sequence refusals_of_the_disk to shirogane_app')
  await api.db.query(
    `create function no_room() returns trigger language plpgsql as $$
     begin
       perform nextval('public.refusals_of_the_disk');
       raise exception using errcode = 'disk_full',
         message = 'could not extend file "base/5/16384": No space left on device';
     end $$`,
  )
  await api.db.query(
    'create trigger no_room before insert on ledger.movements for each row execute function no_room()',
  )
  return async () => {
    await api.db.query('drop trigger no_room on ledger.movements')
  }
}

const cash = (amount: number): Ask => ({
  body: { amount, register_id: register, tenders: { cash: amount } },
  headers: { 'Idempotency-Key': randomUUID() },
})
const readiness = async () => {
  const { status, body } = await api.nobody.send('GET', '/readyz')
  return { answered: status, ...(body as object) }
}
const posted = async () =>
  (await api.db.query<{ n: number }>('select count(*)::int as n from ledger.transactions'))[0]!.n

test('a full disk refuses sales as what they are, is named once and by /readyz, and leaves nothing to start anew', async () => {
  const before = await posted()
  const makeRoom = await fillDisk()
  const asked = Array.from({ length: 40 }, (_, i) => cash(100 + i))
  const replies: Reply[] = await Promise.all(asked.map((ask) => clerk.call('transactions.pay', ask)))
  for (const { status, headers, body } of replies) {
    expect({ status, retry: headers.get('retry-after'), body }).toMatchObject({
      status: 503,
      retry: '10',
      body: { code: 'DISK_FULL', message: sentenceOf('DISK_FULL') },
    })
  }
  expect(await posted()).toBe(before)
  // A batch that found no room is not tried again sale by sale.
  const [tries] = await api.db.query<{ n: number }>('select last_value::int as n from refusals_of_the_disk')
  expect(tries!.n).toBeLessThanOrEqual(asked.length)
  const said = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(said.filter(({ event }) => event === 'disk_full')).toHaveLength(1)
  expect(said.filter(({ msg }) => String(msg).includes('unknown'))).toEqual([])
  expect(await readiness()).toMatchObject({
    answered: 200,
    status: 'disk full',
    checks: { database: 'ok', disk: 'full' },
  })

  await makeRoom()
  const [first, ...rest] = asked
  for (const ask of [first!, first!, ...rest.slice(0, 4)])
    expect(await clerk.get('transactions.pay', ask)).toMatchObject({ status: 'completed' })
  expect(await posted()).toBe(before + 5)
  api.clock.forward(31_000)
  expect(await readiness()).toMatchObject({ status: 'ok', checks: { disk: 'ok' } })
})

test('only a server that went down while it wrote leaves a payment unknown', async () => {
  const raised = (severity: string, code: string) => () =>
    Promise.reject(Object.assign(new Error('No space left on device'), { severity, code }))
  const outcome = (post: () => Promise<never>) =>
    orSayUnknown(api.server.context, 'a payment', post).catch((error: unknown) => error)
  for (const code of ['53100', '53200', '53300', '53400'])
    expect(await outcome(raised('ERROR', code))).toMatchObject({ code })
  expect(await outcome(raised('FATAL', '53300'))).toMatchObject({ code: '53300' })
  expect(await outcome(raised('PANIC', '53100'))).toMatchObject({ code: 'PAYMENT_UNKNOWN' })
  expect(await outcome(raised('FATAL', '57P01'))).toMatchObject({ code: 'PAYMENT_UNKNOWN' })
})
