import type { LegalSheet } from '@shirogane/contract/resources/brand/legal-office'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, call } from '../../shell/api/api.ts'
import { queryClient } from '../../shell/queries/query-client.ts'
import { renderScreen } from '../../shared/testing/render-screen.tsx'
import { LegalTab } from './LegalTab.tsx'

vi.mock('../../shell/api/api.ts', async (original) => ({
  ...(await original<object>()),
  call: vi.fn(),
}))

const change = {
  id: '019a0000-0000-7000-8000-000000000001',
  version: '2.0',
  title: 'ツキシロ利用規約',
  changes: '残高の期限を改めました。',
  summary: ['残高に期限はありません。'],
  sections: [
    { heading: '第1条（目的）', blocks: [{ kind: 'text' as const, text: '新しい目的です。' }] },
    { heading: '第3条（残高）', blocks: [{ kind: 'list' as const, items: ['1円から使えます。'] }] },
  ],
  is_material: true,
  effective_on: '2031-03-31',
  requested_by: '見本 一郎',
  requested_at: '2031-03-01T03:00:00.000Z',
  own: false,
  is_linked: false,
}
const newest = {
  slug: 'tos' as const,
  version: '1.0',
  title: 'ツキシロ利用規約',
  is_material: true,
  effective_on: '2026-11-01',
  changes: '',
  summary: ['コードは人に見せないでください。'],
  sections: [
    { heading: '第1条（目的）', blocks: [{ kind: 'text' as const, text: '目的を定めます。' }] },
    {
      heading: '第2条（用語）',
      blocks: [{ kind: 'facts' as const, rows: [['会員', '登録した個人'] as [string, string]] }],
    },
  ],
  versions: [{ version: '1.0', effective_on: '2026-11-01' }],
}
const sheet: LegalSheet = {
  slug: 'tos',
  newest,
  versions: [
    { version: '1.0', effective_on: '2026-11-01', is_material: true, changes: '', state: 'in_force' },
  ],
  waiting: null,
  returned: null,
  earliest: '2031-03-02',
  earliest_material: '2031-03-31',
  latest: '2032-03-02',
  changes: [],
}

const answers = vi.fn<(name: string, ask: unknown) => unknown>()
beforeEach(() => {
  vi.mocked(call).mockImplementation((async (name: string, ask: unknown) => {
    if (name === 'admin.legalTexts') {
      const inForce = { version: '1.0', effective_on: '2026-11-01' }
      const item = { slug: 'tos', title: newest.title, in_force: inForce, announced: null, is_waiting: false }
      return { items: [item] }
    }
    if (name === 'users.employeeDetails')
      return { id: 'e', number: 'E0001', type: 'owner', name: '見本 一郎' }
    return answers(name, ask)
  }) as never)
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  answers.mockReset()
})

const open = () => renderScreen(<LegalTab />, '/screen?tab=legal&id=tos')
const asked = (name: string) => answers.mock.calls.filter(([one]) => one === name).map(([, ask]) => ask)

test('a new version begins with the present text, is seen as customers see it, and is asked for whole', async () => {
  const user = userEvent.setup()
  answers.mockImplementation((name) => {
    if (name === 'admin.proposeText') throw new ApiError('LEGAL_WAITING', 409, '承認待ちの版があります。')
    return sheet
  })
  await open()
  await user.click(await screen.findByRole('button', { name: '新しい版を作る' }))
  const ask = screen.getByRole<HTMLButtonElement>('button', { name: '公開を依頼する' })
  expect(ask.disabled).toBe(true)
  const version = screen.getByLabelText<HTMLInputElement>('版の番号')
  const day = screen.getByLabelText<HTMLInputElement>('施行日')
  expect([version.value, day.value]).toEqual(['1.1', '2031-03-02'])
  await user.click(screen.getByRole('switch'))
  expect([version.value, day.value]).toEqual(['2.0', '2031-03-31'])

  const body = screen.getByLabelText<HTMLTextAreaElement>(/^本文/)
  expect(body.value).toBe('■ 第1条（目的）\n\n目的を定めます。\n\n■ 第2条（用語）\n\n【会員】登録した個人')
  await user.type(screen.getByLabelText(/^変更点/), '退会の手続きを改めました。')
  await user.type(body, '\n\n■ 第3条（退会）\n\n・アプリから')
  const preview = within(screen.getByRole('region', { name: 'お客さまへの表示' }))
  expect(preview.getByRole('heading', { name: '第3条（退会）' })).toBeTruthy()
  expect(preview.getByText('退会の手続きを改めました。')).toBeTruthy()

  await user.type(body, '\n\n■ 第4条')
  expect(screen.getByText('「第4条」に本文がありません。')).toBeTruthy()
  expect(ask.disabled).toBe(true)
  await user.type(body, '\n\n本文')
  await user.click(ask)
  await waitFor(() => expect(asked('admin.proposeText')).toHaveLength(1))
  expect(asked('admin.proposeText')[0]).toMatchObject({
    params: { slug: 'tos' },
    body: {
      follows: '1.0',
      version: '2.0',
      is_material: true,
      effective_on: '2031-03-31',
      sections: [
        ...newest.sections,
        { heading: '第3条（退会）', blocks: [{ kind: 'list', items: ['アプリから'] }] },
        { heading: '第4条', blocks: [{ kind: 'text', text: '本文' }] },
      ],
    },
  })
  // What was written is still there.
  expect(await screen.findByText('承認待ちの版があります。')).toBeTruthy()
  expect(body.value).toContain('■ 第4条')
})

test('a day too near is named before anything is sent', async () => {
  const user = userEvent.setup()
  answers.mockImplementation(() => sheet)
  await open()
  await user.click(await screen.findByRole('button', { name: '新しい版を作る' }))
  await user.click(screen.getByRole('switch'))
  const day = screen.getByLabelText('施行日')
  await user.clear(day)
  await user.type(day, '2031-03-30')
  expect(
    screen.getByText('利用規約の重要な変更は、公開の日から30日以上あとの日を施行日にしてください。'),
  ).toBeTruthy()
  await user.clear(day)
  await user.type(day, '2072-03-31')
  expect(screen.getByText('施行日は、1年以内の日にしてください。')).toBeTruthy()
})

test('a draft outlives a version that somebody else published meanwhile, and goes on from it', async () => {
  const user = userEvent.setup()
  let now = sheet
  answers.mockImplementation((name) => {
    if (name === 'admin.proposeText') throw new ApiError('CONFLICT', 409, 'ほかの操作で更新されました。')
    return now
  })
  await open()
  await user.click(await screen.findByRole('button', { name: '新しい版を作る' }))
  await user.type(screen.getByLabelText(/^変更点/), '退会の手続きを改めました。')
  now = { ...sheet, newest: { ...newest, version: '1.1' } }
  await user.click(screen.getByRole('button', { name: '公開を依頼する' }))
  await user.click(await screen.findByRole('button', { name: 'この内容で続ける' }))
  expect(screen.getByLabelText<HTMLInputElement>('版の番号').value).toBe('1.2')
  answers.mockImplementation(() => ({ ...now, waiting: { ...change, own: true } }))
  await user.click(screen.getByRole('button', { name: '公開を依頼する' }))
  await waitFor(() => expect(asked('admin.proposeText')).toHaveLength(2))
  expect(asked('admin.proposeText')[1]).toMatchObject({
    body: { follows: '1.1', version: '1.2', changes: '退会の手続きを改めました。' },
  })
})

test('what was proposed though its answer got lost is no draft any more, and what another wrote leaves it be', async () => {
  const user = userEvent.setup()
  let now = sheet
  answers.mockImplementation((name) => {
    if (name !== 'admin.proposeText') return now
    throw new ApiError('LEGAL_WAITING', 409, '承認待ちの版があります。')
  })
  await open()
  await user.click(await screen.findByRole('button', { name: '新しい版を作る' }))
  await user.type(screen.getByLabelText(/^変更点/), '改めました。')
  now = { ...sheet, waiting: change }
  await user.click(screen.getByRole('button', { name: '公開を依頼する' }))
  expect(await screen.findByText(/書きかけの版は残っています/)).toBeTruthy()
  const { version: _, ...rest } = newest
  const own = { ...change, ...rest, version: '1.1', changes: '改めました。', own: true }
  now = sheet
  queryClient.setQueryData(['admin.legalText', { slug: 'tos' }], now)
  now = { ...sheet, waiting: own }
  await user.click(await screen.findByRole('button', { name: '公開を依頼する' }))
  await waitFor(() => expect(screen.queryByText(/書きかけの版は残っています/)).toBeNull())
  expect(await screen.findByRole('button', { name: '取り下げる' })).toBeTruthy()
})

test('whoever decides sees what changes, and publishes or sends it back', async () => {
  const user = userEvent.setup()
  answers.mockImplementation(() => ({ ...sheet, waiting: change }))
  await open()
  const waiting = within(await screen.findByRole('region', { name: '承認待ち' }))
  expect(waiting.getByText('変わる条').nextSibling?.textContent).toBe('第1条（目的）')
  expect(waiting.getByText('加わる条').nextSibling?.textContent).toBe('第3条（残高）')
  expect(waiting.getByText('なくなる条').nextSibling?.textContent).toBe('第2条（用語）')
  expect(waiting.getByText('残高の期限を改めました。')).toBeTruthy()
  await user.click(waiting.getByRole('button', { name: '承認して公開する' }))
  await waitFor(() =>
    expect(asked('admin.decideText')).toEqual([
      { params: { slug: 'tos' }, body: { id: change.id, decision: 'approved' } },
    ]),
  )
})

test('whoever asked can take it back, and nobody who is linked to them publishes', async () => {
  answers.mockImplementation(() => ({ ...sheet, waiting: { ...change, own: true } }))
  await open()
  expect(await screen.findByRole('button', { name: '取り下げる' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '承認して公開する' })).toBeNull()
  cleanup()
  queryClient.clear()
  answers.mockImplementation(() => ({ ...sheet, waiting: { ...change, is_linked: true } }))
  await open()
  expect(await screen.findByRole('button', { name: '差し戻す' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '承認して公開する' })).toBeNull()
})
