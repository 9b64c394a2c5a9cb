import { randomUUID } from 'node:crypto'
import { sentenceOf } from '@shirogane/contract/wire/errors'
import type { Caller } from '@shirogane/testkit/calls/caller'
import { castPassword } from '@shirogane/testkit/database'
import { inviteAgain, staffPin, takeOn, vouch, vouchManually } from '@shirogane/testkit/acts/let-in'
import { giveRewards, letBePaid, meanwhile, passCutoff, requestPayout } from '@shirogane/testkit/acts/payouts'
import { sell } from '@shirogane/testkit/acts/sale'
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
  await manager.get('users.pin', { body: { current_password: castPassword, pin: staffPin } })
  const [store] = await api.db.query<{ id: string }>(`select id from stores where code = 'KNZ1'`)
  kanazawa = store!.id
})
afterAll(() => api.close())

const sqlRefusal = (block: string) =>
  api.db.query(`do $$ begin ${block}; end $$`).then(
    () => '',
    (error: { message: string; constraint?: string }) => error.constraint ?? error.message,
  )
const asApplication = (text: string) => sqlRefusal(`set local role shirogane_app; ${text}`)
const checklist = { name: true, date_of_birth: true, address: true, expiry: true, face: true }
const linked = { status: 403, code: 'APPROVAL_LINKED', error: sentenceOf('APPROVAL_LINKED') }

describe('a second person is asked for', () => {
  test('by every table that keeps the approval of one', async () => {
    const tables = async (query: string) =>
      new Set((await api.db.query<{ name: string }>(query)).map(({ name }) => name))
    const asking = await tables(
      `select tgrelid::regclass::text as name from pg_trigger where tgname = 'two_persons'`,
    )
    const keeping = await tables(
      `select distinct format('%I.%I', table_schema, table_name)::regclass::text as name from information_schema.columns
       where column_name in ('approved_by', 'decided_by', 'reversal_approved_by') and table_schema in ('public', 'ledger')
         and (table_schema, table_name) not in (select table_schema, table_name from information_schema.views)`,
    )
    // A member's own word, one person's judgement, and a movement said once more.
    const others = ['ledger.confirmations', 'affiliate_decisions', 'ledger.register_grants']
    expect([...keeping].filter((name) => !asking.has(name)).toSorted()).toEqual(others.toSorted())
  })

  test('by a limit', async () => {
    const second = await takeOn(api, owner)
    const { waiting } = await owner.get('admin.updateSetting', {
      params: { key: 'discount.register_max' },
      body: { before: 1_000, value: 900_000 },
    })
    const ask = (decision: string) => ({
      params: { key: 'discount.register_max' },
      body: { id: waiting!.id, decision },
    })
    expect(await second.refused('admin.decideSetting', ask('approved'))).toMatchObject(linked)
    const shown = (await second.get('admin.settings')).items.find(
      ({ key }) => key === 'discount.register_max',
    )
    expect(shown?.waiting).toMatchObject({ own: false, is_linked: true })
    for (const refusal of [sqlRefusal, asApplication])
      expect(
        await refusal(
          `update setting_changes set status = 'approved', decided_by = '${second.user_id}', decided_at = now() where id = '${waiting!.id}'`,
        ),
      ).toBe('two_persons')
    expect((await accountant.get('admin.decideSetting', ask('approved'))).value).toBe(900_000)
  })

  test('by the rate of silver, and to reject one takes nobody else', async () => {
    const second = await takeOn(api, owner)
    const request = async () => {
      const id = randomUUID()
      await owner.get('admin.requestSilver', { body: { id, price_per_g: 321 } })
      return id
    }
    const id = await request()
    const ask = (decision: string) => ({ params: { id }, body: { decision } })
    expect((await second.get('admin.silver')).waiting).toMatchObject({ own: false, is_linked: true })
    expect(await second.refused('admin.decideSilver', ask('approved'))).toMatchObject(linked)
    for (const refusal of [sqlRefusal, asApplication])
      expect(
        await refusal(
          `update silver_rates set status = 'approved', decided_by = '${second.user_id}', decided_at = now() where id = '${id}'`,
        ),
      ).toBe('two_persons')
    expect((await second.get('admin.decideSilver', ask('rejected'))).waiting).toBeNull()
    const next = await request()
    const body = { decision: 'approved' }
    expect((await manager.get('admin.decideSilver', { params: { id: next }, body })).price_per_g).toBe(321)
  })

  test('by whoever asks at a register', async () => {
    const clerk = await takeOn(api, manager, 'register', kanazawa)
    const act = { kind: 'discount', amount: 1_500, subject: { cart: 'a1' } }
    const { id } = await clerk.get('approvals.ask', { body: act })
    const { deciders } = await clerk.get('approvals.show', { params: { id } })
    expect(deciders.map(({ number }) => number)).not.toContain('E0002')
    const ask = { params: { id }, body: { decision: 'approve', pin: staffPin } }
    expect(await manager.refused('approvals.decide', ask)).toMatchObject(linked)
    const beside = { params: { id }, body: { employee_id: 'E0002', pin: staffPin } }
    expect(await clerk.refused('approvals.witness', beside)).toMatchObject(linked)
    expect(await manager.get('approvals.show', { params: { id } })).toMatchObject({
      may_decide: false,
      is_linked: true,
    })
    for (const refusal of [sqlRefusal, asApplication])
      expect(
        await refusal(
          `update approvals set status = 'approved', decided_by = '${manager.user_id}', decided_at = now(), decided_how = 'pin' where id = '${id}'`,
        ),
      ).toBe('two_persons')
    await vouch(owner, clerk)
    expect(await manager.get('approvals.decide', ask)).toMatchObject({ status: 'approved' })
    // An approval that was given is none where its giver has let the other in since.
    const again = await inviteAgain(api, manager, clerk)
    const [used] = await api.db.query<{ by: string | null }>(
      `select ledger.use_approval($1, 'discount', $2, 1500, $3, $4) as by`,
      [id, kanazawa, act.subject, again.user_id],
    )
    expect(used?.by).toBeNull()
  })

  test('by what goes back over the counter', async () => {
    const clerk = await takeOn(api, manager, 'register', kanazawa)
    const hanako = await api.as('hanako')
    const { transaction: sold } = await sell(await api.as('clerk'), hanako, {
      amount: 9_000,
      tenders: { cash: 9_000 },
    })
    const undo = (id: string, employee_id: string) => ({
      params: { id },
      body: { employee_id, password: castPassword, reason: '打ち間違い' },
      headers: { 'Idempotency-Key': randomUUID() },
    })
    expect(await clerk.refused('transactions.delete', undo(sold.id, 'E0002'))).toMatchObject(linked)
    const back = (by: string) => ({
      body: {
        transaction_id: sold.id,
        amount: 9_000,
        reason: '傷',
        approval: { employee_id: by, password: castPassword },
      },
      headers: { 'Idempotency-Key': randomUUID() },
    })
    expect(await clerk.refused('transactions.refund', back('E0002'))).toMatchObject(linked)
    expect((await clerk.get('transactions.refund', back('E0001'))).spent_total).toBe(9_000)

    // What an employee sells whom they let in counts as a sale of their own.
    const { transaction: theirs } = await sell(clerk, hanako, { amount: 9_000, tenders: { cash: 9_000 } })
    const alone = {
      body: { transaction_id: theirs.id, amount: 9_000, reason: '傷' },
      headers: { 'Idempotency-Key': randomUUID() },
    }
    expect(await manager.refused('transactions.refund', alone)).toMatchObject({ code: 'REFUND_APPROVAL' })
    expect(await manager.refused('transactions.delete', undo(theirs.id, 'E0002'))).toMatchObject({
      code: 'VOID_APPROVAL',
    })
    await vouch(owner, clerk)
    alone.headers['Idempotency-Key'] = randomUUID()
    expect((await manager.get('transactions.refund', alone)).spent_total).toBe(9_000)
  })

  test('by the file that pays out', async () => {
    const takasaki = await api.as('takasaki')
    await letBePaid(api, takasaki, { account_number: '0012345' })
    await giveRewards(api, takasaki, await api.as('yoko'), 5_000)
    const { id } = await requestPayout(api, takasaki, 3_000)
    const second = await takeOn(api, owner, 'accounting')
    await second.get('admin.approvePayouts', { body: { ids: [id] } })
    await passCutoff(api)
    expect(await owner.refused('admin.exportPayouts')).toMatchObject(linked)
    expect(await second.refused('admin.exportPayouts')).toMatchObject({ code: 'PAYOUT_SAME_PERSON' })
    for (const refusal of [sqlRefusal, asApplication])
      expect(
        await refusal(
          `perform ledger.export_payouts(q.p, jsonb_build_object('held', ledger.hold_export_payouts(q.p) -> 'held'), '\\x00')
           from payouts o cross join lateral (select jsonb_build_object('id', gen_random_uuid(),
             'actor_id', '${owner.user_id}', 'value_date', current_date, 'total', o.amount - o.fee,
             'lines', jsonb_build_array(jsonb_build_object('id', o.id, 'withheld', 0)), 'sha256', sha256('file'))) q (p)
           where o.id = '${id}'`,
        ),
      ).toBe('two_persons')
    expect(await accountant.get('admin.exportPayouts')).toMatchObject({ transfers: 1 })
  })

  test('by documents that were sent back, and by those that somebody saw in a shop', async () => {
    const second = await takeOn(api, owner, 'kyc_reviewer')
    const { items } = await owner.get('admin.kycList')
    const id = items.find(({ username }) => username === 'yoko')!.id
    const ask = (body: object) => ({ params: { id }, body })
    const approval = {
      decision: 'approve',
      document_expires_on: '2031-04-01',
      checklist,
      note: '原本を確認しました',
    }
    const approved = (by: Caller) =>
      `insert into kyc_decisions (id, request_id, decision, employee_id, at)
       values (gen_random_uuid(), '${id}', 'approve', '${by.user_id}', now())`
    const letIn = `update employees set way_in_by = '${owner.user_id}', let_in_at = now() where user_id = '${manager.user_id}'`
    await meanwhile(
      api,
      `${letIn}; update kyc_requests set seen_by = '${manager.user_id}', seen_store_id = '${kanazawa}', action = null,
         method = 'in_person_visual' where id = '${id}'`,
    )
    expect((await owner.get('admin.kycShow', { params: { id } })).may).toMatchObject({
      approve: false,
      reject: true,
    })
    expect(await owner.refused('admin.kycDecide', ask(approval))).toMatchObject(linked)
    for (const refusal of [sqlRefusal, asApplication])
      expect(await refusal(approved(owner))).toBe('kyc_seer_is_no_checker')
    await vouchManually(api, manager)

    await owner.get('admin.kycDecide', ask({ decision: 'reject', reasons: ['blurry'] }))
    expect((await second.get('admin.kycShow', { params: { id } })).may.override).toBe(false)
    expect(await second.refused('admin.kycDecide', ask(approval))).toMatchObject(linked)
    for (const refusal of [sqlRefusal, asApplication])
      expect(await refusal(approved(second))).toBe('kyc_two_pairs_of_eyes')
    expect((await (await api.as('reviewer')).get('admin.kycDecide', ask(approval))).status).toBe('approved')
  })
})
