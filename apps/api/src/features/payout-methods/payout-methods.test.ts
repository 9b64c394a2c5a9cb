// Bank accounts that rewards are paid to, through HTTP, and what the database holds of them.
import { randomUUID } from 'node:crypto'
import { accountRef } from '@shirogane/bank/kana'
import { commonBanks } from '@shirogane/bank/common-banks'
import type { PayoutMethod } from '@shirogane/contract/resources/members/payout-methods'
import { castPassword } from '@shirogane/testkit/database'
import { caller, type Caller, type Reply } from '@shirogane/testkit/calls/caller'
import { accountOf, addAccount, proveAccount } from '@shirogane/testkit/acts/payout-methods'
import {
  giveRewards,
  letBePaid,
  meanwhile,
  provePayout,
  requestPayout,
} from '@shirogane/testkit/acts/payouts'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPayoutMethod, flagPayoutMethod } from './index.ts'
import { readNotices } from '@shirogane/testkit/calls/notices'
import { noticeText } from '../../notices/notices.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

/** A new member with a name of their own, so that tests do not stand in each other's way. */
let count = 0
async function member(kana: readonly [string, string] = ['カリ', 'イチロウ']): Promise<Caller> {
  count += 1
  const username = `banked${String(count).padStart(3, '0')}`
  const id = randomUUID()
  await api.db.query(
    `insert into users (id, username, email, phone_number, password_hash, type, verified, terms_version, last_name_kana,
       first_name_kana)
     select $1, $2, $2 || '@example.com', $3, password_hash, 'customer', true, terms_version, $4, $5
     from users where username = 'hanako'`,
    [id, username, `+819000006${String(count).padStart(3, '0')}`, ...kana],
  )
  await api.db.query('select ledger.open_wallet($1)', [id])
  const answer = await api.nobody.get('auth.login', {
    body: { credential: username, password: castPassword },
    headers: { 'X-Client-Type': 'api' },
  })
  if (!('token' in answer)) throw new Error(`${username} is asked for a code`)
  return caller({ url: api.url, user_id: id, ...answer.token })
}
const bodyOf = (data: object) => ({ body: { type: 'bank', data } })
const listOf = async (who: Caller) => (await who.get('payoutMethods.list')).items
const payable = (who: Caller, id?: string) =>
  api.server.context.transact((tx) => findPayoutMethod(api.server.context, tx, who.user_id, id))

describe('an account', () => {
  test('is kept closed, shown by its last three digits, and read whole by nobody but the payer', async () => {
    const who = await member()
    const method = await addAccount(api, who, { account_number: '0012345' })
    expect(method).toMatchObject({
      type: 'bank',
      data: {
        bank_code: '9999',
        bank_name: 'テスト銀行',
        branch_code: '001',
        branch_name: '本店',
        account_type: 'ordinary',
        account_number: '****345',
        account_name_kana: 'ｶﾘ ｲﾁﾛｳ',
      },
      default: true,
      trouble: null,
    })
    expect(await who.get('payoutMethods.show', { params: { id: method.id } })).toEqual(method)
    expect(await listOf(who)).toEqual([method])
    const [row] = await api.db.query<{ row: string }>(
      `select m::text || (select string_agg(s::text, ' ') from step_ups s) as row from payout_methods m where id = $1`,
      [method.id],
    )
    expect(row?.row).not.toContain('0012345')
    expect(row?.row).not.toContain(Buffer.from('0012345').toString('hex'))
    expect(await payable(who)).toMatchObject({ id: method.id, account_number: '0012345', trouble: null })
  })

  test('is nobody else’s to see, change, choose or remove', async () => {
    const [mine, other] = [await member(), await member()]
    const { id } = await addAccount(api, mine)
    for (const name of ['show', 'update', 'makeDefault', 'remove'] as const) {
      const ask = name === 'update' ? bodyOf(await accountOf(api, other)) : {}
      const refused = await other.refused(`payoutMethods.${name}`, { params: { id }, ...ask })
      expect(refused).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    }
    expect(await payable(other, id)).toBeNull()
  })

  test('is asked a second proof for that names this very account, and waits a day for its owner to object', async () => {
    const who = await member()
    const data = await accountOf(api, who, { account_number: '7654321' })
    expect(await who.refused('payoutMethods.create', bodyOf(data))).toMatchObject({
      status: 403,
      code: 'STEP_UP_REQUIRED',
    })
    await proveAccount(api, who, { ...data, account_number: '7654322' })
    expect(await who.refused('payoutMethods.create', bodyOf(data))).toMatchObject({
      code: 'STEP_UP_REQUIRED',
    })
    await proveAccount(api, who, data)
    const method = await who.get('payoutMethods.create', bodyOf(data))
    const day = new Date(method.usable_from).getTime() - new Date(method.created_at).getTime()
    expect(day).toBe(24 * 3_600_000)
    expect(await who.refused('payoutMethods.create', bodyOf(data))).toMatchObject({
      code: 'STEP_UP_REQUIRED',
    })

    const [notice] = await api.db.query<{ kind: string; facts: unknown; channels: string }>(
      `select n.kind, n.facts, (select string_agg(channel, ' ' order by channel) from messages m
         where m.user_id = n.user_id and template like 'payout_method%') as channels
       from notifications n where user_id = $1`,
      [who.user_id],
    )
    expect(noticeText(notice!).message).toMatch(
      /^テスト銀行 本店 普通 \*{4}321。この口座へ出金できるのは.+からです。お心当たりのない場合は、ただちに出金を停止してください。$/,
    )
    expect(notice?.channels).toBe('mail sms')
  })

  test('is proved by a code whose SMS names the act and the end of the number, and never by the password alone', async () => {
    const who = await member()
    const ref = accountRef({ bank_code: '9999', branch_code: '001', account_number: '0000678' })
    const byPassword = { method: 'password', purpose: 'payout_method', ref, password: castPassword }
    expect(await who.refused('auth.stepUp', { body: byPassword })).toMatchObject({
      status: 422,
      code: 'STEP_UP_METHOD',
    })
    expect((await who.call('auth.stepUpSend', { body: { purpose: 'payout_method', ref } })).status).toBe(200)
    const [sent] = await api.db.query<{ encrypted: Buffer }>(
      `select encrypted from messages where user_id = $1 and template = 'step_up_code'`,
      [who.user_id],
    )
    const text = api.server.context.keys.decrypt('message', sent!.encrypted)
    expect(JSON.parse(text)).toMatchObject({ data: { action: '受取口座の変更', about: '678' } })
  })

  test.each([
    ['account_name_kana', '見本 京子', '口座名義はカタカナで入力してください（漢字・ひらがな不可）。'],
    ['account_name_kana', 'みほん', '口座名義はカタカナで入力してください（漢字・ひらがな不可）。'],
    ['account_name_kana', `ア${'ガ'.repeat(15)}`, '口座名義は半角30文字以内で入力してください。'],
    ['account_number', '12345678', '口座番号は7桁以内の数字で入力してください。'],
    ['account_number', '', '口座番号は7桁以内の数字で入力してください。'],
    ['account_type', 'other', '選択肢の中から選んでください。'],
    ['bank_code', '１２３', '入力の形式が正しくありません。'],
  ])('with %s %j is refused under that field', async (field, value, sentence) => {
    const who = await api.as('hanako')
    const { status, code, fields } = await who.refused(
      'payoutMethods.create',
      bodyOf({ ...(await accountOf(api, who)), [field]: value }),
    )
    expect({ status, code, fields }).toEqual({
      status: 400,
      code: 'VALIDATION_ERROR',
      fields: { [`data.${field}`]: sentence },
    })
  })

  test.each([
    [{ bank_code: '9998' }, 404, 'BANK_NOT_FOUND', '金融機関が見つかりません。'],
    // A branch of another bank is none of this one.
    [{ branch_code: '009' }, 404, 'BRANCH_NOT_FOUND', '支店が見つかりません。'],
    [
      { account_name_kana: 'ミホン ケイコ' },
      422,
      'ACCOUNT_HOLDER_MISMATCH',
      '口座名義が本人確認済みの氏名と一致しません。',
    ],
  ])('that is %j is refused, and the proof is still good', async (change, status, code, message) => {
    const who = await member()
    const data = await accountOf(api, who, change)
    await proveAccount(api, who, data)
    expect(await who.refused('payoutMethods.create', bodyOf(data))).toMatchObject({ status, code, message })
    expect(await listOf(who)).toEqual([])
    const [proof] = await api.db.query(
      `select 1 from step_ups s join sessions e on e.id = s.session_id where e.user_id = $1 and used_at is null`,
      [who.user_id],
    )
    expect(proof).toBeDefined()
  })

  test('of somebody whose name is not on record waits for it', async () => {
    const who = await member(['', ''])
    const data = await accountOf(api, who, { account_name_kana: 'カリ' })
    await proveAccount(api, who, data)
    expect(await who.refused('payoutMethods.create', bodyOf(data))).toMatchObject({
      status: 403,
      code: 'KYC_REQUIRED',
    })
  })

  test('is registered once by one member, and by two of them at most, at once too', async () => {
    const people = await Promise.all([member(), member(), member(), member()])
    const data = await accountOf(api, people[0], { account_number: '4444444' })
    for (const who of people) await proveAccount(api, who, data)
    const replies = await Promise.all(people.map((who) => who.call('payoutMethods.create', bodyOf(data))))
    expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 201, 409, 409])
    const third = replies.find(({ status }) => status === 409)
    expect(third?.body).toMatchObject({
      code: 'PAYOUT_METHOD_SHARED',
      message: 'この口座は登録できません。お問い合わせください。',
    })
    const marks = await api.db.query(`select 1 from audit_log where action = 'member.account_shared'`)
    expect(marks).toHaveLength(2)

    const first = people[replies.findIndex(({ status }) => status === 201)]!
    await proveAccount(api, first, data)
    expect(await first.refused('payoutMethods.create', bodyOf(data))).toMatchObject({
      status: 409,
      code: 'PAYOUT_METHOD_TAKEN',
      message: 'この口座はすでに登録されています。',
    })
  })

  test('is one of five', async () => {
    const who = await member()
    for (let index = 0; index < 5; index += 1) await addAccount(api, who)
    const data = await accountOf(api, who)
    await proveAccount(api, who, data)
    expect(await who.refused('payoutMethods.create', bodyOf(data))).toMatchObject({
      status: 422,
      code: 'PAYOUT_METHOD_LIMIT',
      message: '登録できる口座は5件までです。',
    })
  })

  test('that is named anew waits another day, and what was said against the one before is over', async () => {
    const who = await member()
    const { id } = await addAccount(api, who)
    const [row] = await api.db.query<{ account_key: string }>(
      'select account_key from payout_methods where id = $1',
      [id],
    )
    const said = { id, failure: 'name_mismatch' as const, at: api.clock.now() }
    const flag = (account_key: string) =>
      api.server.context.transact((tx) => flagPayoutMethod(tx, { ...said, account_keys: [account_key] }))
    await flag('another account')
    expect(await listOf(who)).toMatchObject([{ trouble: null }])
    await flag(row!.account_key)
    expect(await listOf(who)).toMatchObject([{ trouble: 'failed', trouble_reason: '口座名義の相違' }])
    expect(await payable(who)).toMatchObject({ trouble: 'failed' })

    const data = await accountOf(api, who, { account_type: 'savings', account_number: '0000999' })
    expect(await who.refused('payoutMethods.update', { params: { id }, ...bodyOf(data) })).toMatchObject({
      code: 'STEP_UP_REQUIRED',
    })
    await proveAccount(api, who, data)
    api.clock.forward(60_000)
    const changed = await who.get('payoutMethods.update', { params: { id }, ...bodyOf(data) })
    expect(changed).toMatchObject({ id, default: true, trouble: null, data: { account_number: '****999' } })
    const wait = new Date(changed.usable_from).getTime() - new Date(changed.created_at).getTime()
    expect(wait).toBeGreaterThanOrEqual(24 * 3_600_000 + 60_000)
    expect(await payable(who)).toMatchObject({ account_number: '0000999', trouble: null })
  })

  test('is written five times a day, and what is refused for another reason counts for nothing', async () => {
    const limited = await startApi({ db: api.db, env: { RATE_LIMITS: 'on' } })
    limited.clock.stop()
    try {
      const who = await limited.as('yoko')
      const { id } = await addAccount(limited, who)
      const change = async (name?: string) => {
        const data = await accountOf(limited, who, name === undefined ? {} : { account_name_kana: name })
        await proveAccount(limited, who, data)
        return who.call('payoutMethods.update', { params: { id }, ...bodyOf(data) })
      }
      expect((await change('ベツジン')).status).toBe(422)
      for (let index = 0; index < 4; index += 1) expect((await change()).status).toBe(200)
      expect(await change()).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    } finally {
      await limited.close()
    }
  })

  test('to which money is on its way is neither changed nor removed, and a change that comes first stops the money', async () => {
    const [who, friend] = [await member(), await member()]
    await giveRewards(api, who, friend, 2_000)
    await letBePaid(api, who)
    const [{ id, data }] = (await listOf(who)) as [PayoutMethod]
    const other = await accountOf(api, who)
    const change = { params: { id }, ...bodyOf(other) }
    await proveAccount(api, who, other)
    await provePayout(api, who)
    const [asked, changed] = await Promise.all([
      who.call('transactions.payout', {
        body: { amount: 1_000 },
        headers: { 'Idempotency-Key': randomUUID() },
      }),
      who.call('payoutMethods.update', change),
    ])
    const inUse = { code: 'PAYOUT_METHOD_IN_USE', message: '申請中の振込があるため変更できません。' }
    if (asked.status === 200) {
      expect(changed).toMatchObject({ status: 409, body: inUse })
    } else {
      expect([changed.status, asked.status]).toEqual([200, 403])
      expect(asked.body).toMatchObject({ code: 'COOLING_OFF' })
      await meanwhile(api, `update payout_methods set usable_from = changed_at where id = '${id}'`)
      await requestPayout(api, who, 1_000)
    }

    await proveAccount(api, who, other)
    await proveAccount(api, who, data)
    expect(await who.refused('payoutMethods.update', change)).toMatchObject({ status: 409, ...inUse })
    expect(await who.refused('payoutMethods.remove', { params: { id } })).toMatchObject({
      status: 409,
      ...inUse,
    })
    const [payout] = await api.db.query<{ id: string }>(
      `select id from payouts where user_id = $1 and status = 'requested'`,
      [who.user_id],
    )
    await who.get('transactions.cancelPayout', { params: { id: payout!.id } })
    expect((await who.call('payoutMethods.remove', { params: { id } })).status).toBe(204)
  })

  test('in a name that is no longer the member’s is not paid to', async () => {
    const who = await member()
    const { id } = await addAccount(api, who)
    await api.db.query(`update users set last_name_kana = 'アタラシ' where id = $1`, [who.user_id])
    expect(await listOf(who)).toMatchObject([{ trouble: 'holder' }])
    expect(await payable(who, id)).toMatchObject({ trouble: 'holder' })
  })

  test('of a corporation is looked at by head office before anything goes there, and by nobody whose it is', async () => {
    const who = await member()
    const [accountant, owner] = [await api.as('accountant'), await api.as('owner')]
    const waits = async () =>
      (await accountant.get('admin.payoutMethods')).items.filter(({ user }) => user.id === who.user_id)
    const decide = (id: string, body: object, by = accountant) =>
      by.call('admin.decidePayoutMethod', { params: { id }, body })
    const codeOf = ({ status, body }: Reply) => [status, (body as { code?: string } | null)?.code]

    const method = await addAccount(api, who, { account_name_kana: 'カブシキガイシャ ギンコウシャ' })
    expect(method).toMatchObject({ data: { account_name_kana: 'ｶ)ｷﾞﾝｺｳｼﾔ' }, trouble: 'review' })
    expect(await payable(who)).toMatchObject({ trouble: 'review' })
    const [seen] = await waits()
    expect(seen).toMatchObject({
      id: method.id,
      account_number: method.data.account_number,
      may_decide: true,
    })
    const { changed_at } = seen!
    // The desk has nothing to say about what it did not see, nor without a reason.
    const early = new Date(Date.parse(changed_at) - 1).toISOString()
    expect(codeOf(await decide(method.id, { decision: 'approved', changed_at: early }))).toEqual([
      409,
      'CONFLICT',
    ])
    expect((await decide(method.id, { decision: 'refused', changed_at, reason: ' ' })).status).toBe(400)
    await api.db.query('update employees set own_customer_id = $2 where user_id = $1', [
      owner.user_id,
      who.user_id,
    ])
    expect(codeOf(await decide(method.id, { decision: 'approved', changed_at }, owner))).toEqual([
      403,
      'PAYOUT_SELF',
    ])
    await expect(
      api.db.query(
        `update payout_methods set review = 'approved', reviewed_at = now(), reviewed_by = $2 where id = $1`,
        [method.id, owner.user_id],
      ),
    ).rejects.toThrow('reviewed by whose it is')
    await api.db.query('update employees set own_customer_id = null where user_id = $1', [owner.user_id])

    // Of two who decide at once one is heard.
    const both = await Promise.all([
      decide(method.id, { decision: 'refused', changed_at, reason: '関係を確認できません' }),
      decide(method.id, { decision: 'refused', changed_at, reason: '関係を確認できません' }, owner),
    ])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([204, 409]))
    expect(await listOf(who)).toMatchObject([{ trouble: 'refused', trouble_reason: '関係を確認できません' }])
    const [told] = await readNotices(api.db, `user_id = $1 order by created_at desc, id desc limit 1`, [
      who.user_id,
    ])
    expect(told?.title).toBe('受取口座を確認できませんでした')
    expect(told?.message).toContain('理由：関係を確認できません。')

    // Named anew it waits anew; let pass, it can be paid to.
    const data = await accountOf(api, who, { account_name_kana: 'ギンコウシャ（ド' })
    await proveAccount(api, who, data)
    const again = await who.get('payoutMethods.update', { params: { id: method.id }, ...bodyOf(data) })
    expect(again).toMatchObject({ data: { account_name_kana: 'ｷﾞﾝｺｳｼﾔ(ﾄﾞ' }, trouble: 'review' })
    const [next] = await waits()
    expect(codeOf(await decide(method.id, { decision: 'approved', changed_at }))).toEqual([409, 'CONFLICT'])
    expect(
      (await decide(method.id, { decision: 'approved', changed_at: next!.changed_at }, owner)).status,
    ).toBe(204)
    expect(await payable(who)).toMatchObject({ trouble: null })
    expect(await waits()).toEqual([])
    // An account under another person's name is still refused.
    const foreign = await accountOf(api, who, { account_name_kana: 'ベツ ノヒト' })
    expect(await who.refused('payoutMethods.create', bodyOf(foreign))).toMatchObject({
      code: 'ACCOUNT_HOLDER_MISMATCH',
    })
  })

  test('by the symbol and number of ゆうちょ is the branch and number that other banks know', async () => {
    const who = await member()
    const data = {
      bank_code: '9900',
      symbol: '10530',
      number: '12345671',
      account_name_kana: 'カリ イチロウ',
    }
    await proveAccount(api, who, { bank_code: '9900', branch_code: '058', account_number: '1234567' })
    expect(await who.get('payoutMethods.create', bodyOf(data))).toMatchObject({
      data: {
        bank_name: 'ゆうちょ銀行',
        branch_code: '058',
        branch_name: '〇五八',
        account_type: 'ordinary',
        account_number: '****567',
      },
    })
    expect(await payable(who)).toMatchObject({ account_number: '1234567' })
    const wrong = await who.refused('payoutMethods.create', bodyOf({ ...data, number: '12345672' }))
    expect(wrong).toMatchObject({
      status: 400,
      fields: { 'data.number': '記号・番号を正しく入力してください。' },
    })
  })
})

describe('the main account', () => {
  test('is the first, and another only when it is asked for or remains', async () => {
    const who = await member()
    const [first, second] = [await addAccount(api, who), await addAccount(api, who)]
    expect([first.default, second.default]).toEqual([true, false])
    expect((await listOf(who)).map(({ id }) => id)).toEqual([first.id, second.id])

    const choose = { params: { id: second.id } }
    expect(await who.refused('payoutMethods.makeDefault', choose)).toMatchObject({ code: 'STEP_UP_REQUIRED' })
    await proveAccount(api, who, second.data)
    expect(await who.get('payoutMethods.makeDefault', choose)).toMatchObject({ id: second.id, default: true })
    expect((await payable(who))?.id).toBe(second.id)

    await proveAccount(api, who, second.data)
    expect((await who.call('payoutMethods.remove', choose)).status).toBe(204)
    expect((await payable(who))?.id).toBe(first.id)
    expect(await who.refused('payoutMethods.show', choose)).toMatchObject({ status: 404 })
    await proveAccount(api, who, first.data)
    await who.call('payoutMethods.remove', { params: { id: first.id } })
    expect(await listOf(who)).toEqual([])
    expect(await payable(who)).toBeNull()
  })

  test('is exactly one through registrations, choices and removals that all come at once', async () => {
    const who = await member()
    const born = await Promise.all(Array.from({ length: 3 }, () => addAccount(api, who)))
    expect(born.filter((one) => one.default)).toHaveLength(1)
    for (const one of [...born, ...born]) await proveAccount(api, who, one.data)
    const [gone, ...kept] = born
    await Promise.all([
      ...kept.flatMap(({ id }) =>
        Array.from({ length: 5 }, () => who.call('payoutMethods.makeDefault', { params: { id } })),
      ),
      who.call('payoutMethods.remove', { params: { id: gone!.id } }),
    ])
    const left = await listOf(who)
    expect(left.filter((one) => one.default)).toHaveLength(1)
    expect(left.map(({ id }) => id).sort()).toEqual(kept.map(({ id }) => id).sort())
  })

  test('cannot be two or none even for whoever writes to the table itself', async () => {
    const who = await member()
    const [first, second] = [await addAccount(api, who), await addAccount(api, who)]
    await expect(
      api.db.query('update payout_methods set is_default = true where id = $1', [second.id]),
    ).rejects.toThrow('payout_methods_default')
    await expect(
      api.db.query('update payout_methods set is_default = false where id = $1', [first.id]),
    ).rejects.toThrow('A member with bank accounts has no main one.')
    await expect(
      api.db.query(`update payout_methods set account_name_kana = 'ｶﾘ ｷｮｳｺ' where id = $1`, [first.id]),
    ).rejects.toThrow('account_name_kana')
  })
})

describe('the search for a bank', () => {
  const found = async (query: string) =>
    (await (await api.as('hanako')).get('payoutMethods.banks', { query: { query } })).items
  test.each(['0001', 'みずほ', 'ミズホ', 'ﾐｽﾞﾎ', 'mizuho', 'Ｍｉｚｕｈｏ', 'みずほ銀行'])(
    '%s finds みずほ銀行 first',
    async (query) =>
      expect((await found(query))[0]).toEqual({ code: '0001', name: 'みずほ銀行', kana: 'ミズホ' }),
  )
  test.each([
    ['ゆうちょ', '9900'],
    ['yucho', '9900'],
    ['yuucho', '9900'],
    ['9900', '9900'],
    ['三菱UFJ', '0005'],
    ['mitsubishi', '0288'],
    ['北國', '0146'],
    ['hokkoku', '0146'],
    ['hokkaido', '0116'],
    ['金沢信用金庫', '1440'],
    ['かなざわ', '1440'],
    ['テスト', '9999'],
  ])('%s finds %s', async (query, code) =>
    expect((await found(query)).map((bank) => bank.code)).toContain(code),
  )

  test('answers twenty at most, takes no sign for a pattern, and asks for one letter at least', async () => {
    expect(await found('銀行')).toHaveLength(20)
    expect(await found('%')).toEqual([])
    expect(await found('_')).toEqual([])
    expect(await found("' or 1=1 --")).toEqual([])
    for (const query of ['', ' ', 'あ'.repeat(41)]) {
      const refused = await (await api.as('hanako')).refused('payoutMethods.banks', { query: { query } })
      expect(refused).toMatchObject({ status: 400 })
    }
  })

  test('finds the branches of that bank alone', async () => {
    const who = await api.as('hanako')
    const branches = async (query: string, bank: string) =>
      (await who.get('payoutMethods.branches', { query: { query, bank } })).items
    expect((await branches('001', '9999'))[0]).toEqual({ code: '001', name: '本店', kana: 'ホンテン' })
    expect((await branches('東京営業部', '0001'))[0]?.code).toBe('001')
    expect((await branches('tokyo', '0001')).map(({ code }) => code)).toContain('001')
    expect((await branches('ぜろごはち', '9900'))[0]).toMatchObject({ code: '058', name: '〇五八' })
    expect(
      await who.refused('payoutMethods.branches', { query: { query: '本店', bank: '9998' } }),
    ).toMatchObject({ status: 404, code: 'BANK_NOT_FOUND' })
  })

  test('knows the banks that the form offers by the names that stand there', async () => {
    for (const bank of commonBanks) expect((await found(bank.code))[0]).toMatchObject(bank)
  })
})
