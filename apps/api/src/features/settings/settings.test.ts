import { readFileSync } from 'node:fs'
import { placeOfSetting, settingKeys } from '@shirogane/contract/rules/setting-catalogue'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { globSync } from 'node:fs'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

/** Settings that are not head office's to type: what the demo says of itself, and what two people decide together. */
const elsewhere = new Set(['demo', 'silver_price_per_g'])

test('every setting that the code reads stands in the catalogue', () => {
  const files = globSync(['apps/api/src/**/*.ts', 'packages/ledger/src/**/*.sql'], {
    cwd: new URL('../../../../../', import.meta.url),
  }).filter((file) => !/\.test\.ts$|\/seed\//.test(file))
  const read = files.flatMap((file) => {
    const text = readFileSync(new URL(`../../../../../${file}`, import.meta.url), 'utf8')
    return [
      ...text.matchAll(/settings\s+where key = '([a-z][a-z0-9_.]*)'/g),
      ...text.matchAll(/whole_setting\('([a-z][a-z0-9_.]*)'/g),
    ].map(([, key = '']) => key)
  })
  const rows = new Set(settingKeys.map((key) => placeOfSetting(key).row))
  expect([...new Set(read)].filter((key) => !rows.has(key) && !elsewhere.has(key))).toEqual([])
  expect(read.length).toBeGreaterThan(10)
})

test('a setting of the catalogue is read by readSettings alone: only the silver rate has SQL of its own', () => {
  const stores = globSync('apps/api/src/features/**/*.ts', {
    cwd: new URL('../../../../../', import.meta.url),
  })
  const reading = stores.filter(
    (file) =>
      !file.endsWith('.test.ts') &&
      /\bfrom settings\b/.test(readFileSync(new URL(`../../../../../${file}`, import.meta.url), 'utf8')),
  )
  expect(reading.toSorted()).toEqual([
    'apps/api/src/features/settings/store.ts',
    'apps/api/src/features/skus/silver-store.ts',
  ])
})

describe('a change', () => {
  test('takes effect, keeps the other fields, and is on record with before and after', async () => {
    const owner = await api.as('owner')
    const changed = await owner.get('admin.updateSetting', {
      params: { key: 'convert.unit' },
      body: { before: 100, value: 200 },
    })
    expect(changed).toMatchObject({ key: 'convert.unit', value: 200, is_default: false, waiting: null })
    const { value } = await owner.get('admin.setting', { params: { key: 'convert' } })
    expect(value).toMatchObject({ unit: 200 })
    const { items, changes } = await owner.get('admin.settings')
    expect(items.find(({ key }) => key === 'convert.unit')?.value).toBe(200)
    expect(changes[0]).toMatchObject({
      by: '見本 一郎',
      action: 'setting.change',
      before: { 'convert.unit': 100 },
      after: { 'convert.unit': 200 },
    })
  })

  test('of the notice shows above every screen at once, and none takes it away', async () => {
    const owner = await api.as('owner')
    const shown = async () => (await api.nobody.get('admin.banners')).notice
    const before = await shown()
    const update = (from: string | null, value: string | null) =>
      owner.get('admin.updateSetting', { params: { key: 'notice' }, body: { before: from, value } })
    await update(before, '棚卸のため10時から営業します。')
    expect(await shown()).toBe('棚卸のため10時から営業します。')
    await update('棚卸のため10時から営業します。', null)
    expect(await shown()).toBeNull()
  })

  test('by one who saw another value, out of bounds, of no known key or by a manager is refused', async () => {
    const owner = await api.as('owner')
    const refusal = async (key: string, before: unknown, value: unknown) => {
      const { status, code } = await owner.refused('admin.updateSetting', {
        params: { key },
        body: { before, value },
      })
      return [status, code]
    }
    expect(await refusal('welcome.points', 1, 200)).toEqual([409, 'CONFLICT'])
    for (const [key, value] of [
      ['welcome.points', -1],
      ['welcome.points', 1.5],
      ['welcome.points', null],
      ['limits.balance_max', '100000'],
      ['brand.invoice_registration_no', 'T123'],
      ['store_url', 'http://store.example.jp/'],
      ['store_url', 'javascript:alert(1)'],
      ['receipt.points_as', 'gift'],
      ['convert.enabled', 1],
    ] as const)
      expect(await refusal(key, null, value)).toEqual([400, 'SETTING_VALUE'])
    expect(await refusal('demo', true, false)).toEqual([404, 'NOT_FOUND'])
    expect(
      (
        await (
          await api.as('manager')
        ).refused('admin.updateSetting', {
          params: { key: 'welcome.points' },
          body: { before: 100, value: 200 },
        })
      ).code,
    ).toBe('FORBIDDEN')
  })

  test('of one field by many at once: one succeeds, the others are told, and no field is lost', async () => {
    const owner = await api.as('owner')
    const replies = await Promise.all(
      [1, 2, 3, 4].map((value) =>
        owner.call('admin.updateSetting', {
          params: { key: 'convert.yen_per_unit' },
          body: { before: 100, value },
        }),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    const { value } = await owner.get('admin.setting', { params: { key: 'convert' } })
    expect(Object.keys(value as object)).toContain('unit')
  })
})

describe('a limit', () => {
  const key = 'limits.topup_max'
  const heldBy = async () =>
    ((await api.nobody.get('admin.setting', { params: { key: 'limits' } })).value as { topup_max: number })
      .topup_max
  const ask = async (before: number, value: number) =>
    (await (await api.as('owner')).get('admin.updateSetting', { params: { key }, body: { before, value } }))
      .waiting!.id
  const decision = (id: string, made: 'approved' | 'rejected' | 'withdrawn') => ({
    params: { key },
    body: { id, decision: made },
  })

  test('stays until somebody else agrees: nobody agrees with themselves, and both stand on record', async () => {
    const [owner, accountant] = [await api.as('owner'), await api.as('accountant')]
    const id = await ask(30_000, 20_000)
    expect(await heldBy()).toBe(30_000)
    const own = await owner.refused('admin.decideSetting', decision(id, 'approved'))
    expect([own.status, own.code]).toEqual([403, 'APPROVAL_OWN'])
    const again = await owner.refused('admin.updateSetting', {
      params: { key },
      body: { before: 30_000, value: 10_000 },
    })
    expect([again.status, again.code]).toEqual([409, 'SETTING_WAITING'])
    const [notice] = (await accountant.get('notifications.list')).items
    expect(notice?.message).toBe('設定「チャージの上限（1回）」の変更（見本 一郎）')
    const other = await accountant.refused('admin.decideSetting', decision(id, 'withdrawn'))
    expect(other.status).toBe(403)
    const done = await accountant.get('admin.decideSetting', decision(id, 'approved'))
    expect(done).toMatchObject({ value: 20_000, waiting: null })
    expect(await heldBy()).toBe(20_000)
    const { changes } = await owner.get('admin.settings')
    expect(changes.slice(0, 2).map(({ action, by }) => [action, by])).toEqual([
      ['setting.approved', (await accountant.get('users.employeeDetails')).name],
      ['setting.request', '見本 一郎'],
    ])
    expect(changes[0]).toMatchObject({ before: { [key]: 30_000 }, after: { [key]: 20_000 } })
  })

  test('is decided once, however many decide at a time', async () => {
    const accountant = await api.as('accountant')
    const id = await ask(20_000, 25_000)
    const replies = await Promise.all(
      (['approved', 'rejected', 'approved', 'rejected'] as const).map((made) =>
        accountant.call('admin.decideSetting', decision(id, made)),
      ),
    )
    // The same decision once more is answered as it was; the other one comes too late.
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 409, 409])
    const rows = await api.db.query<{ status: string }>('select status from setting_changes where id = $1', [
      id,
    ])
    expect(await heldBy()).toBe(rows[0]!.status === 'approved' ? 25_000 : 20_000)
  })

  test('that became another meanwhile is not changed by an old decision, and whoever asked may take it back', async () => {
    const owner = await api.as('owner')
    const before = await heldBy()
    const id = await ask(before, 15_000)
    await api.db.query(`update settings set value = value || '{"topup_max": 12000}' where key = 'limits'`)
    const late = await (await api.as('accountant')).refused('admin.decideSetting', decision(id, 'approved'))
    expect([late.status, late.code]).toEqual([409, 'CONFLICT'])
    expect(await owner.get('admin.decideSetting', decision(id, 'withdrawn'))).toMatchObject({
      value: 12_000,
      waiting: null,
    })
  })

  test('is never agreed to by whoever asked, whatever writes it', async () => {
    const id = await ask(12_000, 14_000)
    await expect(
      api.db.query(
        `update setting_changes set status = 'approved', decided_by = requested_by, decided_at = now() where id = $1`,
        [id],
      ),
    ).rejects.toThrow(/check constraint/)
  })
})

test('a key that nobody has set answers what holds without it, to staff alone', async () => {
  const clerk = await api.as('clerk')
  expect(await clerk.get('admin.setting', { params: { key: 'refund.window_days' } })).toEqual({
    key: 'refund.window_days',
    value: 14,
  })
  const asked = { params: { key: 'refund.window_days' } }
  expect((await (await api.as('hanako')).refused('admin.setting', asked)).status).toBe(404)
  expect((await api.nobody.refused('admin.setting', asked)).status).toBe(404)
})
