import { readFileSync } from 'node:fs'
import { placeOfSetting, settingKeys } from '@shirogane/contract/setting-catalogue'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { globSync } from 'node:fs'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

/** Settings that are not head office's to type: what a version publishes, and what two people decide together. */
const elsewhere = new Set(['demo', 'terms_version', 'silver_price_per_g'])

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

describe('a change', () => {
  test('takes effect, keeps the other fields, and is on record with before and after', async () => {
    const owner = await api.as('owner')
    const changed = await owner.get('admin.updateSetting', {
      params: { key: 'limits.topup_max' },
      body: { before: 30_000, value: 20_000 },
    })
    expect(changed).toMatchObject({ key: 'limits.topup_max', value: 20_000, is_default: false })
    const { value } = await api.nobody.get('admin.setting', { params: { key: 'limits' } })
    expect(value).toMatchObject({ topup_max: 20_000, topup_min: 500, balance_max: 100_000 })
    const { items, changes } = await owner.get('admin.settings')
    expect(items.find(({ key }) => key === 'limits.topup_max')?.value).toBe(20_000)
    expect(changes[0]).toMatchObject({
      by: '見本 一郎',
      action: 'setting.change',
      before: { 'limits.topup_max': 30_000 },
      after: { 'limits.topup_max': 20_000 },
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
          params: { key: 'limits.topup_min' },
          body: { before: 500, value },
        }),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    const { value } = await api.nobody.get('admin.setting', { params: { key: 'limits' } })
    expect(Object.keys(value as object)).toContain('topup_max')
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
