import { randomUUID } from 'node:crypto'
import { sell } from '@shirogane/testkit/acts/sale'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const question = {
  name: '髙﨑 外字',
  email: 'Gaiji@Example.com',
  kind: 'goods',
  message: '指輪のサイズ直しはできますか。\r\n二行目です。',
} as const

describe('a question', () => {
  test('of a visitor reaches the inbox as it was written, and is answered and closed there', async () => {
    const { id, number } = await api.nobody.get('contacts.create', { body: question })
    expect(number).toMatch(/^Q\d{6}$/)

    const owner = await api.as('owner')
    const inbox = await owner.get('admin.contacts')
    expect(inbox.items.find((item) => item.id === id)).toMatchObject({
      number,
      name: '髙﨑 外字',
      is_member: false,
      excerpt: '指輪のサイズ直しはできますか。 二行目です。',
    })
    expect(
      (await owner.get('admin.contacts', { query: { q: '高崎' } })).items.map((item) => item.id),
    ).toEqual([id])

    const detail = await owner.get('admin.contact', { params: { id } })
    expect(detail).toMatchObject({
      email: 'gaiji@example.com',
      message: '指輪のサイズ直しはできますか。\n二行目です。',
      user: null,
      acts: [],
    })

    const done = await owner.get('admin.updateContact', {
      params: { id },
      body: { status: 'done', note: 'メールで回答' },
    })
    expect(done).toMatchObject({ status: 'done', note: 'メールで回答' })
    expect(done.acts.map(({ act, employee_name }) => [act, employee_name])).toEqual([
      ['noted', '見本 一郎'],
      ['done', '見本 一郎'],
    ])
    expect((await owner.get('admin.contacts')).items.map((item) => item.id)).not.toContain(id)
    expect(
      (await owner.get('admin.contacts', { query: { status: 'all' } })).items.map((item) => item.id),
    ).toContain(id)

    const [seen] = await api.db.query<{ looks: number }>(
      `select count(*)::int as looks from contact_acts where contact_id = $1 and act = 'seen'`,
      [id],
    )
    expect(seen?.looks).toBe(1)
  })

  test('of a member about a sale carries who and which', async () => {
    const hanako = await api.as('hanako')
    const { transaction } = await sell(await api.as('clerk'), hanako, {
      amount: 1_100,
      tenders: { cash: 1_100 },
    })
    const body = { transaction_id: transaction.id, message: '金額を確認してください。' }
    const { id } = await hanako.get('users.contactTransaction', { body })
    expect(await (await api.as('manager')).get('admin.contact', { params: { id } })).toMatchObject({
      name: '例示 花子',
      transaction_id: transaction.id,
      transaction_number: transaction.number,
      user: { username: 'hanako' },
    })
    expect(await (await api.as('kyoko')).refused('users.contactTransaction', { body })).toMatchObject({
      status: 404,
      code: 'TXN_NOT_FOUND',
    })
  })

  test('sent again after a lost answer arrives once', async () => {
    const id = randomUUID()
    const first = await api.nobody.get('contacts.create', { body: { ...question, id } })
    expect(await api.nobody.get('contacts.create', { body: { ...question, id } })).toEqual(first)
    expect(
      await api.nobody.refused('contacts.create', {
        body: { ...question, id, message: 'まったく違う質問をここに書きます。' },
      }),
    ).toMatchObject({ status: 409, code: 'CONFLICT' })
    expect(
      await (await api.as('kyoko')).refused('contacts.create', { body: { ...question, id } }),
    ).toMatchObject({ code: 'CONFLICT' })
  })

  test('is text: markup stays text, line breaks in a name are none, and nothing is ever sent', async () => {
    const message = '<img src=x onerror=alert(1)> を表示できません。'
    const { id } = await api.nobody.get('contacts.create', { body: { ...question, message } })
    expect((await (await api.as('owner')).get('admin.contact', { params: { id } })).message).toBe(message)
    for (const name of ['例示\r\nBcc: all@example.com', '<b>花子</b>', '花子🌸']) {
      expect((await api.nobody.refused('contacts.create', { body: { ...question, name } })).fields).toEqual({
        name: '使用できない文字が含まれています。',
      })
    }
    // Members hear of their payments; a visitor has no account that anything could be sent to.
    const sent = await api.db.query('select template from messages where user_id is null')
    expect(sent).toEqual([])
  })

  test.each([
    [{ name: ' ' }, { name: 'お名前を入力してください。' }],
    [{ email: 'nobody' }, { email: 'メールアドレスを正しく入力してください。' }],
    [{ message: '短い' }, { message: '10文字以上で入力してください。' }],
    [{ message: 'あ'.repeat(1_001) }, { message: '1,000文字以内で入力してください。' }],
    [{ kind: 'weather' }, { kind: '選択肢の中から選んでください。' }],
    [{ user_id: 'x' }, { user_id: 'この項目は指定できません。' }],
  ])('%j is refused under its field', async (change, fields) => {
    expect(
      (await api.nobody.refused('contacts.create', { body: { ...question, ...change } })).fields,
    ).toEqual(fields)
  })
})

test('two people who close the same question at once learn of each other', async () => {
  const { id } = await api.nobody.get('contacts.create', { body: question })
  const close = async (name: 'owner' | 'manager') =>
    (await api.as(name)).call('admin.updateContact', { params: { id }, body: { status: 'done' } })
  const replies = await Promise.all([close('owner'), close('manager')])
  const done = await (await api.as('owner')).get('admin.contact', { params: { id } })
  expect(done.acts.filter(({ act }) => act === 'done')).toHaveLength(1)
  expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1)
  expect(
    (await (await api.as('owner')).get('admin.updateContact', { params: { id }, body: { status: 'open' } }))
      .status,
  ).toBe('open')
})

test('a stranger has five questions a day from one account', async () => {
  const limited = await startApi({ env: { RATE_LIMITS: 'on' } })
  limited.clock.stop()
  try {
    const kyoko = await limited.as('kyoko')
    for (let count = 0; count < 5; count += 1) await kyoko.get('contacts.create', { body: question })
    expect((await kyoko.refused('contacts.create', { body: question })).code).toBe('RATE_LIMITED')
  } finally {
    await limited.close()
  }
})
