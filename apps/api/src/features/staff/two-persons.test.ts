import type { Caller } from '@shirogane/testkit/calls/caller'
import {
  inviteAgain,
  type LetIn,
  letInOf,
  proveStaff,
  takeOn,
  vouch,
  vouchManually,
} from '@shirogane/testkit/acts/let-in'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let api: TestApi
let owner: Caller
let manager: Caller
let accountant: Caller
let kanazawa: string
beforeAll(async () => {
  api = await startApi()
  ;[owner, manager, accountant] = [await api.as('owner'), await api.as('manager'), await api.as('accountant')]
  const [store] = await api.db.query<{ id: string }>(`select id from stores where code = 'KNZ1'`)
  kanazawa = store!.id
})
afterAll(() => api.close())

async function areTwo(one: Caller, other: Caller): Promise<boolean> {
  const [row] = await api.db.query<{ two: boolean }>('select ledger.independent($1, $2) as two', [
    one.user_id,
    other.user_id,
  ])
  return row!.two
}
/** An owner whom none of the others let in. */
async function stranger(): Promise<LetIn> {
  const person = await takeOn(api, owner)
  await vouchManually(api, person)
  return person
}
const refusalOf = (text: string) =>
  api.db.query(`do $$ begin set local role shirogane_app; ${text}; end $$`).then(
    () => '',
    (error: Error) => error.message,
  )

describe('whoever somebody let in', () => {
  test('agrees to nothing that they asked for, and neither do two whom one person let in', async () => {
    const [second, third] = [await takeOn(api, owner), await takeOn(api, owner, 'accounting')]
    const fourth = await takeOn(api, second, 'manager', kanazawa)
    for (const [one, other] of [
      [owner, second],
      [second, third],
      [owner, fourth],
      [third, fourth],
      [owner, owner],
    ] as const)
      expect(await areTwo(one, other)).toBe(false)
    expect(await areTwo(second, accountant)).toBe(true)
    expect(await areTwo(fourth, manager)).toBe(true)
  })

  test('counts as a person once somebody else has vouched, and no more once they are let in anew', async () => {
    const second = await takeOn(api, owner)
    expect(await letInOf(second, owner)).toMatchObject({ by: ['見本 一郎'], may_vouch: false })
    expect(await vouch(owner, second)).toMatchObject({ status: 403, body: { code: 'STAFF_VOUCH' } })
    // Nor is it enough that the two whom one person let in vouch for each other.
    expect(await vouch(await takeOn(api, owner), second)).toMatchObject({ body: { code: 'STAFF_VOUCH' } })
    const other = await stranger()
    const let_in = await letInOf(second, other)
    expect(let_in?.may_vouch).toBe(true)
    const body = { let_in_at: let_in!.at }
    expect((await other.refused('admin.vouchForStaff', { params: { id: second.user_id }, body })).code).toBe(
      'STEP_UP_REQUIRED',
    )
    expect((await vouch(other, second)).status).toBe(200)
    expect(await letInOf(second, other)).toBeNull()
    expect(await areTwo(owner, second)).toBe(true)
    expect(await vouch(other, second)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })

    const again = await inviteAgain(api, owner, second)
    expect(await areTwo(owner, again)).toBe(false)
    // What was shown before is not what would be vouched for now.
    await proveStaff(other)
    expect(
      await other.refused('admin.vouchForStaff', { params: { id: second.user_id }, body }),
    ).toMatchObject({ code: 'CONFLICT' })
    const acts = await api.db.query(`select from audit_log where action = 'staff.vouched' and object = $1`, [
      `staff:${second.user_id}`,
    ])
    expect(acts).toHaveLength(1)
  })

  test('comes in by nothing older than the invitation that they used last', async () => {
    const second = await takeOn(api, owner)
    await api.db.query(
      `insert into passkeys (id, user_id, credential_id, public_key, name, synced, created_at)
       values (gen_random_uuid(), $1, 'a-key-of-theirs', '', '鍵', false, now())`,
      [second.user_id],
    )
    const other = await stranger()
    const again = await inviteAgain(api, other, second)
    expect(await api.db.query('select from passkeys where user_id = $1', [again.user_id])).toEqual([])
    expect(await areTwo(owner, again)).toBe(true)
    expect(await areTwo(other, again)).toBe(false)
  })

  test('is vouched for at a register by whoever keeps them, and needs an owner once they are given more', async () => {
    const clerk = await takeOn(api, manager, 'register', kanazawa)
    expect(await areTwo(manager, clerk)).toBe(false)
    expect(await vouch(manager, clerk)).toMatchObject({ body: { code: 'STAFF_VOUCH' } })
    expect((await vouch(owner, clerk)).status).toBe(200)
    expect(await areTwo(manager, clerk)).toBe(true)
    const own = await takeOn(api, owner, 'register', kanazawa)
    expect((await vouch(manager, own)).status).toBe(200)
    expect(await areTwo(owner, own)).toBe(true)

    await proveStaff(owner)
    await owner.get('admin.updateStaff', {
      params: { id: own.user_id },
      body: { type: 'accounting', store_id: null },
    })
    expect(await areTwo(owner, own)).toBe(false)
    expect((await vouch(await stranger(), own)).status).toBe(200)
  })

  test('holds both a manager and a clerk of theirs, who are one hand until somebody else has looked', async () => {
    const boss = await takeOn(api, owner, 'manager', kanazawa)
    const ofOwner = await takeOn(api, owner, 'register', kanazawa)
    const ofBoss = await takeOn(api, boss, 'register', kanazawa)
    const linked = { status: 403, body: { code: 'STAFF_VOUCH' } }
    expect(await vouch(boss, ofOwner)).toMatchObject(linked)
    expect(await vouch(owner, ofBoss)).toMatchObject(linked)
    expect(await areTwo(owner, ofBoss)).toBe(false)
    // The manager of the brand stands alone, and an owner of their own looks at the new one.
    expect((await vouch(manager, ofOwner)).status).toBe(200)
    expect((await vouch(await stranger(), boss)).status).toBe(200)
    expect((await vouch(owner, ofBoss)).status).toBe(200)
    expect(await areTwo(owner, ofBoss)).toBe(true)
  })

  test('does not say of them which customer account is theirs', async () => {
    const second = await takeOn(api, owner)
    const own = async (by: Caller, of: Caller) => {
      await proveStaff(by)
      return by.call('admin.updateStaff', { params: { id: of.user_id }, body: { own_customer: 'kyoko' } })
    }
    expect(await own(second, owner)).toMatchObject({ status: 403, body: { code: 'APPROVAL_LINKED' } })
    await vouch(await stranger(), second)
    expect((await own(second, owner)).status).toBe(200)
    await api.db.query(`update employees set own_customer_id = null where user_id = $1`, [owner.user_id])
    expect((await own(owner, await takeOn(api, owner))).status).toBe(200)
  })

  test('stays so whatever the application writes, and whoever vouches at the same moment', async () => {
    const second = await takeOn(api, owner)
    const id = `'${second.user_id}'`
    expect(
      await refusalOf(`update employees set way_in_by = null, let_in_at = null where user_id = ${id}`),
    ).toMatch(/permission denied/)
    expect(
      await refusalOf(`update staff_invitations set issued_by = '${manager.user_id}' where user_id = ${id}`),
    ).toMatch(/used once, as it was made/)
    expect(await refusalOf(`delete from staff_invitations where user_id = ${id}`)).toBe('')
    expect(await areTwo(owner, second)).toBe(false)
    await refusalOf(
      `update employees set type = 'kyc_reviewer', changed_by = '${owner.user_id}', changed_at = now() where user_id = ${id}`,
    )
    const [row] = await api.db.query<{ role_by: string }>(
      `select role_by from employees where user_id = ${id}`,
    )
    expect(row?.role_by).toBe(owner.user_id)

    // Two who were let in by one person vouch for each other, many times at once.
    const pair = [await takeOn(api, owner), await takeOn(api, owner)] as const
    const replies = await Promise.all([0, 1, 0, 1, 0, 1].map((one) => vouch(pair[one]!, pair[1 - one]!)))
    expect(new Set(replies.map(({ body }) => (body as { code: string }).code))).toEqual(
      new Set(['STAFF_VOUCH']),
    )
  })
})
