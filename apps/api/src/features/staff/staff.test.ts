import type { Caller } from '@shirogane/testkit/calls/caller'
import { castPassword } from '@shirogane/testkit/database'
import { registrationForm, sendRegistration } from '@shirogane/testkit/acts/newcomer'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

describe('the list of staff', () => {
  test('shows a clerk the names of their own store, and nothing of anybody’s rights', async () => {
    const { items, total } = await (await api.as('clerk')).get('admin.staffList')
    expect(items.map(({ number, name, details }) => [number, name, details])).toEqual([
      ['E0002', '例田 花子', null],
      ['E0003', '仮名 次郎', null],
    ])
    expect(total).toBe(2)
  })

  test('shows a manager the rights and the last use of their own store alone', async () => {
    await api.as('clerk')
    const { items } = await (await api.as('manager')).get('admin.staffList')
    expect(items.map(({ details }) => details?.type)).toEqual(['manager', 'register'])
    expect(items[1]?.details).toMatchObject({ active: true, store_name: expect.stringContaining('金沢') })
    expect(items[1]?.details?.last_used_at).not.toBeNull()
    const [elsewhere] = await api.db.query<{ id: string }>(`select id from stores where code = 'KRM1'`)
    for (const name of ['clerk', 'manager'] as const)
      expect(
        await (await api.as(name)).refused('admin.staffList', { query: { store_id: elsewhere!.id } }),
      ).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })

  test('shows head office everybody, by store, name and number, the stopped ones apart', async () => {
    const owner = await api.as('owner')
    expect((await owner.get('admin.staffList')).total).toBe(8)
    const of = async (query: Record<string, string | number>) =>
      (await owner.get('admin.staffList', { query })).items.map(({ number }) => number)
    expect(await of({ q: '例田花' })).toEqual(['E0002'])
    expect(await of({ q: 'ｅ０００７' })).toEqual(['E0007'])
    expect(await of({ q: '%' })).toEqual([])
    expect(await of({ page: 2, limit: 3 })).toEqual(['E0004', 'E0005', 'E0006'])
    await api.db.query(`update employees set active = false where number = 'E0006'`)
    expect(await of({ state: 'stopped' })).toEqual(['E0006'])
    expect(await of({})).not.toContain('E0006')
  })
})

describe('numbers of staff', () => {
  const take = async (owner: Caller) => {
    await owner.get('auth.stepUp', { body: { method: 'password', purpose: 'staff', password: castPassword } })
    return owner.call('admin.createStaff', {
      body: { name: '新人 一子', type: 'accounting', store_id: null },
    })
  }
  const numberOf = ({ body }: { body: unknown }) => (body as { staff?: { number: string } }).staff?.number

  test('are no names that a customer can take, in any width or case', async () => {
    for (const username of ['e0009', 'E0009', 'ｅ０００９', 'Ｅ０００９'])
      expect((await sendRegistration(api, registrationForm({ username }))).status).toBe(409)
    const hanako = await api.as('hanako')
    expect(await hanako.refused('users.profile', { body: { username: 'e0009' } })).toMatchObject({
      code: 'USERNAME_TAKEN',
    })
    // Nor by anything else that writes to the table.
    for (const username of ['e0009', 'ｅ０００９'])
      for (const write of [
        `insert into users (id, username, password_hash, type) select gen_random_uuid(), $1, '-', 'customer'`,
        `update users set username = $1 where username = 'hanako'`,
      ])
        await expect(api.db.query(write, [username])).rejects.toMatchObject({
          code: '23505',
          constraint: 'users_username_key',
        })
    expect(numberOf(await take(await api.as('owner')))).toBe('E0009')
  })

  test('step over a member who had such a name before, and each logs in as themself', async () => {
    await api.db.query('alter table users disable trigger name_is_no_staff_number')
    await api.db.query('alter table users disable trigger name_becomes_no_staff_number')
    const [one] = await api.db.query<{ id: string }>(
      `insert into users (id, username, password_hash, type, verified, terms_version)
       select gen_random_uuid(), 'e0010', password_hash, 'customer', true, terms_version from users where username = 'hanako'
       returning id`,
    )
    await api.db.query('select ledger.open_wallet($1)', [one!.id])
    await api.db.query(`insert into former_usernames (username, user_id) values ('e0011', $1)`, [one!.id])
    await api.db.query('alter table users enable trigger name_is_no_staff_number')
    await api.db.query('alter table users enable trigger name_becomes_no_staff_number')

    const owner = await api.as('owner')
    expect(numberOf(await take(owner))).toBe('E0012')
    const logIn = async (credential: string) =>
      (
        (await api.nobody.get('auth.login', {
          body: { credential, password: castPassword },
          headers: { 'X-Client-Type': 'api' },
        })) as { user: { username: string; type: string } }
      ).user
    expect(await logIn('Ｅ００１０')).toMatchObject({ username: 'e0010', type: 'customer' })
    expect(await logIn('e0003')).toMatchObject({ type: 'employee' })
    // When other columns of that member are written, their name stays.
    await api.db.query(`update users set username = username, address = '-' where id = $1`, [one!.id])
  })

  test('that are all given say so', async () => {
    const owner = await api.as('owner')
    const [one] = await api.db.query<{ id: string }>(`select id from users where username = 'hanako'`)
    await api.db.query(
      `insert into former_usernames (username, user_id)
       select 'e' || lpad(n::text, 4, '0'), $1 from generate_series(13, 9998) n`,
      [one!.id],
    )
    expect(numberOf(await take(owner))).toBe('E9999')
    const spent = await take(owner)
    expect([spent.status, (spent.body as { code: string }).code]).toEqual([409, 'STAFF_NUMBERS_SPENT'])
    await api.db.query(`delete from former_usernames where username = 'e0500'`)
    expect(numberOf(await take(owner))).toBe('E0500')
  })
})
