import { noTenders } from '@shirogane/domain/sales/tenders'
import type { RegisterCustomer } from '@shirogane/contract/resources/shapes'
import type { RegisterState } from '@shirogane/contract/resources/sales/transactions'
import { LiveRegions } from '@shirogane/ui/overlays/LiveRegions'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { renderScreen } from '../../shared/testing/render-screen.tsx'
import { DoneView } from './done/DoneView.tsx'
import { MemberPanel } from './member/MemberPanel.tsx'
import { NoticeStrip } from './layout/NoticeStrip.tsx'
import { PayPane } from './tender/PayPane.tsx'
import { Found } from './qr/Found.tsx'
import { billOf, nothingEntered } from './tender/tenders.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('the ways to pay', () => {
  const pane = (hasMember: boolean, entered = nothingEntered) => {
    const onEnter = vi.fn()
    const onActivate = vi.fn()
    render(
      <PayPane
        bill={billOf(8_800, entered)}
        entered={entered}
        active="cash"
        available={hasMember ? { points: 3_215, balance: 12_480 } : { points: 0, balance: 0 }}
        hasMember={hasMember}
        onActivate={onActivate}
        onEnter={onEnter}
        onDefer={() => {}}
        onKey={() => {}}
      />,
    )
    return { onEnter, onActivate, user: userEvent.setup() }
  }
  const tender = (name: RegExp) =>
    within(screen.getByRole('list', { name: 'お支払い方法' })).getByRole('button', { name })

  test('points and balance say why they are closed without a member', () => {
    pane(false)
    expect(tender(/^ポイント/)).toHaveProperty('disabled', true)
    expect(tender(/^残高/).textContent).toContain('会員を読み取ると使えます')
    expect(tender(/^後払い/).textContent).toContain('会員を読み取ると使えます')
    expect(screen.queryByRole('button', { name: 'ポイントを全額使う' })).toBeNull()
  })

  test('全額 takes all points, and of the balance no more than the bill', async () => {
    const { onEnter, user } = pane(true)
    await user.click(screen.getByRole('button', { name: 'ポイントを全額使う' }))
    await user.click(screen.getByRole('button', { name: '残高を全額使う' }))
    expect(onEnter.mock.calls).toEqual([
      ['points', 3_215],
      ['balance', 8_800],
    ])
  })

  test('the card takes what is still open', async () => {
    const { onEnter, user } = pane(true, { ...nothingEntered, points: 800 })
    await user.click(tender(/^カード端末/))
    expect(onEnter.mock.calls).toEqual([['card', 8_000]])
  })

  test('the quick amounts are the bill itself and two round ones', async () => {
    const { onEnter, user } = pane(false)
    for (const name of ['ちょうど', '¥9,000', '¥10,000'])
      await user.click(screen.getByRole('button', { name }))
    expect(onEnter.mock.calls).toEqual([
      ['cash', 8_800],
      ['cash', 9_000],
      ['cash', 10_000],
    ])
  })
})

describe('the finished sale', () => {
  const result = {
    status: 'completed',
    transaction: {
      number: '20261121-KNZ1-0007',
      tenders: { ...noTenders, points: 3_215, balance: 12_480, cash: 22_585 },
      cash_tendered: 30_000,
      change: 7_415,
      received_point_total: 350,
      wallet_after: { balance: 0, point_balance: 350 },
    },
    customer: { name: '桐生 まどか', wallet: { balance: 0, point_balance: 350 } },
    claim_expires_at: null,
    warnings: [],
  } as unknown as RegisterState

  const view = () => {
    const onNext = vi.fn()
    render(
      <LiveRegions>
        <DoneView result={result} rankUp="いぶし" onNext={onNext} commands={{ current: null }} />
      </LiveRegions>,
    )
    return onNext
  }

  test("shows the server's change, the new balance and the promotion, and says the change aloud", () => {
    view()
    expect(screen.getByText('お釣り').parentElement?.textContent).toContain('¥7,415')
    expect(screen.getByText('新しい残高').parentElement?.textContent).toContain('¥0')
    expect(screen.getByText('付与ポイント').parentElement?.textContent).toContain('+350pt')
    expect(screen.getAllByText('ランクが上がりました！ いぶし').length).toBeGreaterThan(0)
    expect(screen.getByRole('alert').textContent).toContain('お釣り 7,415円')
  })

  test('Enter goes on, because the focus waits there', async () => {
    const onNext = view()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /次の会計へ/ }))
    await userEvent.setup().keyboard('{Enter}')
    expect(onNext).toHaveBeenCalledTimes(1)
  })

  test('after twenty seconds it goes on by itself, once', () => {
    vi.useFakeTimers()
    const onNext = view()
    act(() => void vi.advanceTimersByTime(19_000))
    expect(onNext).not.toHaveBeenCalled()
    act(() => void vi.advanceTimersByTime(5_000))
    expect(onNext).toHaveBeenCalledTimes(1)
  })
})

test('a code that has paid already is refused with the sale that it paid', () => {
  const notice = {
    kind: 'refused',
    act: 'scan',
    code: 'QR_ALREADY_USED',
    message: 'このコードはすでに使用されています。',
    detail: '14:32に¥4,600の会計で使用されました。',
  } as const
  render(
    <NoticeStrip
      notice={notice}
      onClose={() => undefined}
      onScanAgain={() => undefined}
      onConfirmAgain={() => undefined}
      onSign={null}
      onFillByCash={null}
    />,
  )
  expect(screen.getByRole('alert').textContent).toContain(`${notice.message}${notice.detail}`)
})

describe('a member who was read', () => {
  const customer = {
    id: 'hanako',
    username: 'hanako',
    name: '例示 花子',
    avatar: null,
    level: { current_level: 1, name: 'つちめ', point_rate: 200 },
    wallet: { balance: 12_480, point_balance: 3_215 },
    verified: true,
    kyc_status: 'rejected',
    later_total: 0,
    notes: ['贈り物の方'],
    birth_month: true,
  } satisfies RegisterCustomer
  const nothing = () => {}
  const places = [
    [
      'over the sale',
      <MemberPanel
        key="panel"
        member={{ customer }}
        isScanning={false}
        onRead={nothing}
        onDrop={nothing}
        onGiveUp={nothing}
      />,
    ],
    [
      'among what was read',
      <Found
        key="found"
        reading={{ kind: 'member', token: '', customer }}
        onAgain={nothing}
        onVerify={nothing}
      />,
    ],
  ] as const

  test.each(places)(
    'is shown with their rank, their birthday, the check of their identity and their notes: %s',
    async (_where, place) => {
      await renderScreen(place)
      for (const words of ['例示 花子 様', 'つちめ', '誕生月', '書類再提出', '贈り物の方'])
        expect(screen.getByText(words)).toBeDefined()
    },
  )
})
