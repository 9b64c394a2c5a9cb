import { randomUUID } from 'node:crypto'
import type { LegalSlug } from '@shirogane/contract/resources/brand/legal'
import type { LegalSheet } from '@shirogane/contract/resources/brand/legal-office'
import { publishText } from '@shirogane/ledger'
import { castPassword } from '@shirogane/testkit/database'
import type { Caller } from '@shirogane/testkit/calls/caller'
import { moveLedgerClock } from '@shirogane/testkit/ledger-clock'
import { takeOn } from '@shirogane/testkit/acts/let-in'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

let api: TestApi
let owner: Caller
let accountant: Caller
beforeAll(async () => {
  api = await startApi()
  ;[owner, accountant] = [await api.as('owner'), await api.as('accountant')]
})
afterEach(async () => {
  await moveLedgerClock(api.db, null)
  await api.db.query(
    `update legal_changes set status = 'withdrawn', decided_by = requested_by, decided_at = now() where status = 'requested'`,
  )
})
afterAll(() => api.close())

const sections = [
  {
    heading: '第1条（目的）',
    blocks: [
      { kind: 'text', text: '一行目\n二行目' },
      { kind: 'list', items: ['銀の器', '銀の匙'] },
      { kind: 'steps', items: ['まず申し込みます。', '次に受け取ります。'] },
      { kind: 'facts', rows: [['会員', '登録した個人']] },
      {
        kind: 'table',
        head: ['項目', '額'],
        rows: [
          ['送料', '660円'],
          ['返送料', '660円'],
        ],
      },
    ],
  },
  { heading: '第2条（髙﨑・𠮷）', blocks: [{ kind: 'text', text: '異体字も、そのまま残ります。' }] },
]
const sheetOf = (slug: LegalSlug, reader = owner) => reader.get('admin.legalText', { params: { slug } })
/** The next version of a text, on the first day that is possible. */
async function draft(slug: LegalSlug, rest: Record<string, unknown> = {}) {
  const sheet = await sheetOf(slug)
  const [major = 0, minor = 0] = (sheet.newest?.version ?? '0.0').split('.').map(Number)
  return {
    params: { slug },
    body: {
      follows: sheet.newest?.version ?? null,
      version: `${major}.${minor + 1}`,
      title: sheet.newest?.title ?? '',
      changes: '送料を改めました。',
      summary: ['送料は660円です。'],
      sections,
      is_material: false,
      effective_on: sheet.earliest,
      ...rest,
    },
  }
}
const propose = async (slug: LegalSlug, rest = {}): Promise<LegalSheet> =>
  owner.get('admin.proposeText', await draft(slug, rest))
const prove = (by: Caller) =>
  by.get('auth.stepUp', { body: { method: 'password', purpose: 'legal', password: castPassword } })
const decisionOn = (sheet: LegalSheet, decision: 'approved' | 'rejected' | 'withdrawn') => ({
  params: { slug: sheet.slug },
  body: { id: sheet.waiting!.id, decision },
})
const refusal = async (by: Caller, ...asked: Parameters<Caller['refused']>) => {
  const { status, code } = await by.refused(...asked)
  return [status, code]
}
const dayAfter = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

describe('a new version of a text', () => {
  test('is published by somebody else after a proof, and is then read by everybody as it was proposed', async () => {
    const asked = await propose('law')
    expect(asked.waiting).toMatchObject({ own: true, version: '1.1', sections })
    expect(await refusal(owner, 'admin.decideText', decisionOn(asked, 'approved'))).toEqual([
      403,
      'APPROVAL_OWN',
    ])
    const seen = await sheetOf('law', accountant)
    expect(seen.waiting).toMatchObject({ own: false, is_linked: false, sections })
    expect((await accountant.get('notifications.list')).items[0]?.message).toBe(
      `「${asked.newest!.title}」第1.1版の公開（見本 一郎）`,
    )
    expect(await refusal(accountant, 'admin.decideText', decisionOn(seen, 'approved'))).toEqual([
      403,
      'STEP_UP_REQUIRED',
    ])
    expect((await sheetOf('law')).newest?.version).toBe('1.0')
    await prove(accountant)
    const done = await accountant.get('admin.decideText', decisionOn(seen, 'approved'))
    expect(done).toMatchObject({ waiting: null, returned: null, newest: { version: '1.1', sections } })
    expect(done.versions.map(({ version, state }) => [version, state])).toEqual([
      ['1.1', 'announced'],
      ['1.0', 'in_force'],
    ])

    const read = (version?: string) =>
      api.nobody.get('legal.show', { params: { slug: 'law' }, query: version ? { version } : {} })
    expect(await read('1.1')).toMatchObject({
      changes: '送料を改めました。',
      summary: ['送料は660円です。'],
      sections,
      effective_on: asked.earliest,
    })
    expect((await read()).version).toBe('1.0')
    await moveLedgerClock(api.db, `${asked.earliest}T00:00:00+09:00`)
    expect((await read()).version).toBe('1.1')
    expect((await sheetOf('law')).versions.map(({ state }) => state)).toEqual(['in_force', 'past'])
    await moveLedgerClock(api.db, null)

    const { items } = await owner.get('admin.legalTexts')
    expect(items.find(({ slug }) => slug === 'law')).toMatchObject({
      in_force: { version: '1.0' },
      announced: { version: '1.1', effective_on: asked.earliest },
      is_waiting: false,
    })
    const { changes } = await sheetOf('law')
    expect(changes.slice(0, 2).map(({ action, by }) => [action, by])).toEqual([
      ['legal.approved', (await accountant.get('users.employeeDetails')).name],
      ['legal.request', '見本 一郎'],
    ])
    expect(changes[0]).toMatchObject({ before: { version: '1.0' }, after: { version: '1.1' } })
  })

  test('is proposed by an owner alone, decided on by head office, and taken back by its author', async () => {
    const body = await draft('points')
    for (const name of ['clerk', 'manager', 'accountant', 'reviewer', 'hanako'] as const)
      expect((await (await api.as(name)).refused('admin.proposeText', body)).status).toBe(403)
    for (const name of ['clerk', 'manager', 'reviewer', 'hanako'] as const)
      expect(
        (await (await api.as(name)).refused('admin.legalText', { params: { slug: 'points' } })).status,
      ).toBe(403)
    const asked = await propose('points')
    expect(await refusal(owner, 'admin.proposeText', body)).toEqual([409, 'LEGAL_WAITING'])
    expect((await accountant.refused('admin.decideText', decisionOn(asked, 'withdrawn'))).status).toBe(403)
    const back = await owner.get('admin.decideText', decisionOn(asked, 'withdrawn'))
    // Nothing of what was written is lost.
    expect(back).toMatchObject({
      waiting: null,
      newest: { version: '1.0' },
      returned: { version: '1.1', sections },
    })
    const turnedDown = await accountant.get(
      'admin.decideText',
      decisionOn(await propose('points'), 'rejected'),
    )
    expect(turnedDown).toMatchObject({ waiting: null, returned: { own: false, sections } })
  })

  test('is not published by a person whom its author let in', async () => {
    const second = await takeOn(api, owner, 'accounting')
    const asked = await propose('points')
    expect((await sheetOf('points', second)).waiting).toMatchObject({ own: false, is_linked: true })
    expect(await refusal(second, 'admin.decideText', decisionOn(asked, 'approved'))).toEqual([
      403,
      'APPROVAL_LINKED',
    ])
  })

  test('comes after those before it by its number and its day', async () => {
    const { earliest } = await sheetOf('affiliator')
    const today = dayAfter(earliest, -1)
    for (const [rest, expected] of [
      [{ version: '1.0' }, 'LEGAL_VERSION'],
      [{ version: '0.9' }, 'LEGAL_VERSION'],
      [{ effective_on: today }, 'LEGAL_DATE'],
      [{ effective_on: '2026-01-01' }, 'LEGAL_DATE'],
      [{ effective_on: dayAfter(today, 367) }, 'LEGAL_TOO_LATE'],
    ] as const)
      expect(await refusal(owner, 'admin.proposeText', await draft('affiliator', rest))).toEqual([
        422,
        expected,
      ])
    expect(await refusal(owner, 'admin.proposeText', await draft('affiliator', { follows: '0.9' }))).toEqual([
      409,
      'CONFLICT',
    ])
    // 1.10 is newer than 1.9.
    expect((await propose('affiliator', { version: '1.10' })).waiting?.version).toBe('1.10')
  })

  test('with something missing or twice is refused in words', async () => {
    const fields = async (rest: Record<string, unknown>) =>
      (await owner.refused('admin.proposeText', await draft('funds', rest))).fields
    expect(await fields({ changes: ' ' })).toEqual({ changes: '変更点を入力してください。' })
    expect(await fields({ sections: [sections[1], sections[1]] })).toEqual({
      sections: '同じ見出しが2つあります。見出しは、それぞれ別の言葉にしてください。',
    })
    const table = { kind: 'table', head: ['項目', '額'], rows: [['送料']] }
    expect(await fields({ sections: [{ heading: '第1条', blocks: [table] }] })).toEqual({
      'sections.0.blocks.0.rows': '表の列の数をそろえてください。',
    })
    expect(await fields({ sections: [{ heading: '第1条', blocks: [] }] })).not.toBeNull()
  })

  test('is published once, however many agree at a time', async () => {
    const asked = await propose('funds')
    await prove(accountant)
    const replies = await Promise.all(
      (['approved', 'rejected', 'approved', 'rejected'] as const).map((decision) =>
        accountant.call('admin.decideText', decisionOn(asked, decision)),
      ),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const { versions, newest } = await sheetOf('funds')
    const [row] = await api.db.query<{ status: string }>('select status from legal_changes where id = $1', [
      asked.waiting!.id,
    ])
    expect([versions.length, newest?.version]).toEqual(row!.status === 'approved' ? [2, '1.1'] : [1, '1.0'])
  })

  test('whose number was published meanwhile is proposed anew', async () => {
    const replies = await Promise.all(
      [1, 2, 3].map(async () => owner.call('admin.proposeText', await draft('secondhand'))),
    )
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
    const asked = await sheetOf('secondhand')
    await api.db.query(
      `insert into legal_documents (id, slug, version, title, sections, is_material, effective_at)
       values ($1, 'secondhand', '1.1', '見本', '[]', false, now() - interval '1 minute')`,
      [randomUUID()],
    )
    await prove(accountant)
    expect(await refusal(accountant, 'admin.decideText', decisionOn(asked, 'approved'))).toEqual([
      409,
      'CONFLICT',
    ])
    const agreed = {
      change_id: asked.waiting!.id,
      document_id: randomUUID(),
      employee_id: accountant.user_id,
    }
    expect(await api.server.context.transact((tx) => publishText(tx, agreed))).toBe('LEGAL_VERSION')
  })
})

describe('terms that matter', () => {
  test('are published thirty days before, counted in days of Japan, when they are proposed and when they are published', async () => {
    await moveLedgerClock(api.db, '2031-03-01T23:59:00+09:00')
    const rest = { is_material: true, version: '3.0' }
    const near = await draft('tos', { ...rest, effective_on: '2031-03-30' })
    expect(await refusal(owner, 'admin.proposeText', near)).toEqual([422, 'LEGAL_TOO_SOON'])
    expect(await sheetOf('tos')).toMatchObject({ earliest: '2031-03-02', earliest_material: '2031-03-31' })
    const asked = await propose('tos', { ...rest, effective_on: '2031-03-31' })
    // A minute later it is another day.
    await moveLedgerClock(api.db, '2031-03-02T00:00:00+09:00')
    await prove(accountant)
    expect(await refusal(accountant, 'admin.decideText', decisionOn(asked, 'approved'))).toEqual([
      422,
      'LEGAL_TOO_SOON',
    ])
    expect((await owner.get('admin.decideText', decisionOn(asked, 'withdrawn'))).returned?.version).toBe(
      '3.0',
    )
    // What does not matter comes into force the day after.
    expect((await propose('tos', { effective_on: '2031-03-03' })).waiting?.effective_on).toBe('2031-03-03')
  })

  test('are held to it by the database, whatever writes', async () => {
    const insert = (effective: string, rest = '') =>
      api.db.query(
        `insert into legal_changes (id, slug, version, title, changes, summary, sections, is_material, effective_on,
           requested_by, requested_at)
         values (gen_random_uuid(), 'tos', '8.0', '見本', '見本', '{}', '[]', true, '2031-03-01'::date + $1::int, $2,
           '2031-03-01T12:00:00+09:00') ${rest}`,
        [effective, owner.user_id],
      )
    await expect(insert('29')).rejects.toMatchObject({ constraint: 'legal_change_in_time' })
    await insert('30')
    await expect(
      api.db.query(
        `update legal_changes set status = 'approved', decided_by = requested_by, decided_at = now() where version = '8.0'`,
      ),
    ).rejects.toThrow(/check constraint/)
  })
})

test('nothing but the door publishes, and nothing changes what was published', async () => {
  const [app] = await api.db.query<{ may: boolean }>(
    `select has_table_privilege('shirogane_app', 'legal_documents', 'insert, update, delete')
       or has_table_privilege('shirogane_app', 'terms_announcements', 'insert, delete')
       or has_column_privilege('shirogane_app', 'legal_changes', 'document_id', 'insert, update')
       or has_column_privilege('shirogane_app', 'legal_changes', 'sections', 'update') as may`,
  )
  expect(app?.may).toBe(false)
  await expect(
    api.db.query(`select ledger.publish_text('{}', '{"code":null,"is_announced":true}')`),
  ).rejects.toThrow('nothing was held')
  for (const change of [`update legal_documents set title = 'x'`, 'delete from legal_documents'])
    await expect(api.db.query(change)).rejects.toThrow('publish a new version')
})

test('the version of the terms that everybody may read is that of the text in force', async () => {
  const { value } = await api.nobody.get('admin.setting', { params: { key: 'terms_version' } })
  expect(value).toBe((await api.nobody.get('legal.show', { params: { slug: 'tos' } })).version)
})
