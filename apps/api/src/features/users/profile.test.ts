import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const pointsOf = async (name: 'hanako' | 'takasaki' | 'yoko'): Promise<number> =>
  (await (await api.as(name)).get('users.wallet')).point_balance

describe('works', () => {
  test('names come back as they were written, to the last variant', async () => {
    const takasaki = await api.as('takasaki')
    const { profile } = await takasaki.get('users.profile', {
      body: {
        last_name: '　髙﨑\ufa10 ',
        first_name: '𠮷葛\u{e0100}',
        last_name_kana: 'たかさき',
        first_name_kana: 'ﾖｼｶﾂ',
      },
    })
    expect(profile).toMatchObject({
      last_name: '髙﨑\ufa10',
      first_name: '𠮷葛\u{e0100}',
      last_name_kana: 'タカサキ',
      first_name_kana: 'ヨシカツ',
    })
    expect((await takasaki.get('users.me')).profile.last_name).toBe('髙﨑\ufa10')
    const [row] = await api.db.query<{ search_name: string }>(
      `select search_name from users where username = 'takasaki'`,
    )
    expect(row?.search_name).toBe('高崎塚吉葛タカサキヨシカツ')
  })

  test('a mark that nobody sees is no part of a name', async () => {
    const body = { last_name: '\u202e見\u200b本', last_name_kana: '\u2068ミホン\u2069' }
    const { profile } = await (await api.as('takasaki')).get('users.profile', { body })
    expect(profile).toMatchObject({ last_name: '見本', last_name_kana: 'ミホン' })
  })

  test('whoever changes the name on checked documents shows them again', async () => {
    const kyoko = await api.as('kyoko')
    expect((await kyoko.get('users.profile', { body: { gender: 'female' } })).kyc_status).toBe('approved')
    expect((await kyoko.get('users.profile', { body: { last_name: '見本' } })).kyc_status).toBe('approved')
    expect((await kyoko.get('users.profile', { body: { last_name: '実本' } })).kyc_status).toBe('required')
  })

  test('what is left out stays, and null takes it away', async () => {
    const yoko = await api.as('yoko')
    await yoko.get('users.profile', { body: { gender: 'other', first_name: '陽子' } })
    expect((await yoko.get('users.profile', { body: {} })).profile).toMatchObject({
      gender: 'other',
      first_name: '陽子',
    })
    expect((await yoko.get('users.profile', { body: { gender: null } })).profile.gender).toBeNull()
  })

  test('the date of birth is set once and brings its points once, from however many places at a time', async () => {
    const before = await pointsOf('hanako')
    const hanako = await api.as('hanako')
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        hanako.call('users.profile', {
          body: { date_of_birth: `1990-04-${String(index + 1).padStart(2, '0')}` },
        }),
      ),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    const others = replies.filter(({ status }) => status !== 200)
    expect(others).toHaveLength(11)
    for (const other of others) expect(other).toMatchObject({ status: 409, body: { code: 'DOB_LOCKED' } })
    expect(await pointsOf('hanako')).toBe(before + 100)
    const { profile, wallet } = await hanako.get('users.me')
    expect(
      (await hanako.get('users.profile', { body: { date_of_birth: profile.date_of_birth } })).wallet,
    ).toEqual(wallet)
    const [lot] = await api.db.query<{ ends: string }>(
      `select to_char(p.expires_at at time zone 'Asia/Tokyo', 'HH24:MI:SS') as ends from ledger.point_lots p
       join users u on u.id = p.user_id where u.username = 'hanako' order by p.expires_at desc limit 1`,
    )
    expect(lot?.ends).toBe('23:59:59')
  })

  test('what telling one’s birthday brings is the brand’s to say', async () => {
    const set = (points: number) =>
      api.db.query(`update settings set value = $1 where key = 'birthday.registration_points'`, [points])
    await api.db.query(`update users set date_of_birth = null where username = 'yoko'`)
    const yoko = await api.as('yoko')
    const before = await pointsOf('yoko')
    await set(250)
    try {
      await yoko.get('users.profile', { body: { date_of_birth: '1991-03-03' } })
    } finally {
      await set(100)
    }
    expect(await pointsOf('yoko')).toBe(before + 250)
  })

  test('a new username is taken over, and the old one is never given to anybody', async () => {
    const yoko = await api.as('yoko')
    expect((await yoko.get('users.profile', { body: { username: 'Ｙｏｋｏ_925' } })).username).toBe(
      'yoko_925',
    )
    expect(await yoko.refused('users.profile', { body: { username: 'yoko_926' } })).toMatchObject({
      status: 409,
      code: 'USERNAME_LOCKED',
    })
    const takasaki = await api.as('takasaki')
    expect(await takasaki.refused('users.profile', { body: { username: 'yoko' } })).toMatchObject({
      status: 409,
      code: 'USERNAME_TAKEN',
    })
    expect((await takasaki.get('users.me')).username).toBe('takasaki')
  })
})

describe('refuses', () => {
  const fields = async (body: unknown) =>
    (await (await api.as('takasaki')).refused('users.profile', { body })).fields

  test.each(['山田1', '花子🌸', '<img src=x>', 'Пётр', '山\u2028田'])('%s as a name', async (last_name) => {
    expect(await fields({ last_name })).toEqual({ last_name: '使用できない文字が含まれています。' })
  })
  test('names of 60 kB and of 21 characters, and kana that are none', async () => {
    expect(await fields({ last_name: 'あ'.repeat(21) })).toEqual({
      last_name: '20文字以内で入力してください。',
    })
    expect(await fields({ first_name: 'あ'.repeat(20_000) })).toHaveProperty('first_name')
    expect(await fields({ last_name_kana: '髙﨑' })).toEqual({
      last_name_kana: '全角カタカナで入力してください。',
    })
  })
  test.each([
    'id',
    'type',
    'verified',
    'kyc_status',
    'employee',
    'wallet',
    'level',
    'agree_to_tos',
    'address',
    'phone_number',
  ])('to set %s', async (name) => {
    expect(await fields({ [name]: false })).toHaveProperty(name)
  })
  test.each([
    ['2030-01-01', 'DOB_INVALID'],
    ['1899-12-31', 'DOB_INVALID'],
    ['2001-02-29', 'DOB_INVALID'],
    ['', 'DOB_INVALID'],
    ['2020-01-01', 'AGE_RESTRICTED'],
    ['2012-01-01', 'GUARDIAN_CONSENT_REQUIRED'],
  ])('%s as the date of birth: %s', async (date_of_birth, code) => {
    await api.db.query(`update users set date_of_birth = null where username = 'takasaki'`)
    const refusal = await (await api.as('takasaki')).refused('users.profile', { body: { date_of_birth } })
    expect(refusal.code).toBe(code)
    if (code === 'AGE_RESTRICTED') expect(refusal.message).toBe('13歳未満の方はご利用いただけません。')
  })
  test.each(['ab', '1abc', 'a-b-c', 'あいうえ', 'x'.repeat(21)])('%s as a username', async (username) => {
    expect((await (await api.as('takasaki')).refused('users.profile', { body: { username } })).code).toBe(
      'USERNAME_FORMAT',
    )
  })
  test.each(['admin', 'shirogane_pay', 'e0003', 'hanako'])('%s, which is somebody else', async (username) => {
    expect((await (await api.as('takasaki')).refused('users.profile', { body: { username } })).code).toBe(
      'USERNAME_TAKEN',
    )
  })
})

test('somebody from 13 to 17 is a member with the consent of a guardian', async () => {
  const takasaki = await api.as('takasaki')
  await api.db.query(`update users set date_of_birth = null where username = 'takasaki'`)
  const { profile } = await takasaki.get('users.profile', {
    body: { date_of_birth: '2012-01-01', guardian: { name: '髙﨑 親子', consent: true } },
  })
  expect(profile.date_of_birth).toBe('2012-01-01')
  const [row] = await api.db.query<{ guardian_name: string }>(
    `select guardian_name from users where username = 'takasaki'`,
  )
  expect(row?.guardian_name).toBe('髙﨑 親子')
})

describe('the terms', () => {
  test('a new material version has to be agreed to before one can pay, and a small one does not', async () => {
    const hanako = await api.as('hanako')
    const { is_material: _, ...current } = await hanako.get('legal.show', { params: { slug: 'tos' } })
    const publish = (version: string, isMaterial: boolean, offset: string) =>
      api.db.query(
        `insert into legal_documents (id, slug, version, title, sections, is_material, effective_at)
         values (gen_random_uuid(), 'tos', $1, $2, '[]', $3, now() - $4::interval)`,
        [version, current.title, isMaterial, offset],
      )
    await publish('1.1', false, '2 hours')
    expect((await hanako.get('users.me')).agree_to_tos).toBe(true)
    await publish('2.0', true, '1 hour')
    expect((await hanako.get('users.me')).agree_to_tos).toBe(false)
    expect((await hanako.refused('users.token')).code).toBe('TOS_NOT_AGREED')
    expect(await hanako.refused('users.agreeToTos', { body: { version: '1.0' } })).toMatchObject({
      status: 409,
      code: 'CONFLICT',
    })
    expect((await hanako.get('users.agreeToTos', { body: { version: '2.0' } })).agree_to_tos).toBe(true)
    await hanako.get('users.agreeToTos', { body: { version: '2.0' } })
    await hanako.get('users.token')
    const consents = await api.db.query(
      `select slug, version from consents c join users u on u.id = c.user_id where u.username = 'hanako' order by slug, version`,
    )
    expect(consents).toEqual([
      { slug: 'pp', version: '1.0' },
      { slug: 'tos', version: '1.0' },
      { slug: 'tos', version: '2.0' },
    ])
  })

  test('whoever is asked again reads what changed since the version that they agreed to', async () => {
    const takasaki = await api.as('takasaki')
    const tos = { params: { slug: 'tos' } } as const
    const publish = (version: string, changes: string, offset: string) =>
      api.db.query(
        `insert into legal_documents (id, slug, version, title, changes, sections, is_material, effective_at)
         select gen_random_uuid(), 'tos', $1, title, $2, '[]', true, now() + $3::interval from legal_documents
         where slug = 'tos' and version = '1.0'`,
        [version, changes, offset],
      )
    await publish('2.1', 'ポイントの期限を延ばしました。', '-30 minutes')
    await publish('2.2', 'お問い合わせ先を改めました。', '-20 minutes')
    await publish('2.9', 'まだ先の版です。', '20 days')
    const shownTo = async (reader: Pick<typeof takasaki, 'get'>) =>
      (await reader.get('legal.show', tos)).changed_since.map(({ version, changes }) => [version, changes])
    const both = [
      ['2.2', 'お問い合わせ先を改めました。'],
      ['2.1', 'ポイントの期限を延ばしました。'],
    ]
    expect(await shownTo(takasaki)).toEqual(both)
    await api.db.query(`update users set terms_version = '2.1' where username = 'takasaki'`)
    expect(await shownTo(takasaki)).toEqual(both.slice(0, 1))
    await takasaki.get('users.agreeToTos', { body: { version: '2.2' } })
    expect(await shownTo(takasaki)).toEqual([])
    expect(await shownTo(api.nobody)).toEqual([])
    expect((await takasaki.get('legal.show', { params: { slug: 'pp' } })).changed_since).toEqual([])
  })

  test('an announced version binds nobody before its day', async () => {
    await api.db.query(
      `insert into legal_documents (id, slug, version, title, sections, is_material, effective_at)
       values (gen_random_uuid(), 'tos', '3.0', 'ツキシロ利用規約', '[]', true, now() + interval '40 days')`,
    )
    const yoko = await api.as('yoko')
    await yoko.get('users.agreeToTos', { body: { version: '2.2' } })
    expect((await yoko.get('users.me')).agree_to_tos).toBe(true)
  })
})
