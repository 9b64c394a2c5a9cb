import { noTenders } from '@shirogane/domain/sales/tenders'
import type { ShopDay } from '@shirogane/contract/resources/brand/days'
import type { StockDetail } from '@shirogane/contract/resources/brand/inventory'
import type { RefundPreview } from '@shirogane/contract/resources/sales/refunds'
import type { TransactionDetails } from '@shirogane/contract/resources/shapes'
import { act, cleanup, configure, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../shell/queries/query-client.ts'
import { renderScreen } from '../../../shared/testing/render-screen.tsx'
import '../calls.ts'
import { CashSheet } from '../../close/CashSheet.tsx'
import { ConfirmSheet } from '../../close/ConfirmSheet.tsx'
import { text as closeText } from '../../close/text.ts'
import { AdjustSheet } from '../../inventory/item/AdjustSheet.tsx'
import { ReceiveView } from '../../inventory/ReceiveView.tsx'
import { text as stockText } from '../../inventory/text.ts'
import { TransferView } from '../../inventory/TransferView.tsx'
import { CollectSheet } from '../../register/deferred/CollectSheet.tsx'
import { text as deferredText } from '../../register/deferred/text.ts'
import { ReturnOutcome } from '../../register/refund/ReturnOutcome.tsx'
import { text as refundText } from '../../register/refund/text.ts'
import { useReturn } from '../../register/refund/use-return.ts'
import { CorrectSheet } from '../../sales/CorrectSheet.tsx'
import { text as salesText } from '../../sales/text.ts'
import { VoidSheet } from '../../sales/VoidSheet.tsx'
import { text } from '../text.ts'

// What comes a moment later comes much later on a busy machine.
configure({ asyncUtilTimeout: 30_000 })
vi.mock('../../register/deferred/LimitAndNotes.tsx', () => ({ LimitAndNotes: () => null }))

const isOnline = vi.spyOn(navigator, 'onLine', 'get')
beforeEach(() => {
  localStorage.clear()
  isOnline.mockReturnValue(true)
  vi.stubGlobal('fetch', async (address: string) => Response.json(answerTo(address)))
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function answerTo(address: string): object {
  if (address.includes('user/later?')) return { items: [debtor], write_off_days: 90 }
  if (address.includes('refund/preview')) return cashBack
  return { items: [], total: 0, page: 1 }
}

const nothing = () => {}
const debtor = { user: { id: 'hanako', name: '例示 花子' }, total: 3_000, transactions: [] }
const sale = {
  id: 'sale',
  items: [],
  tenders: { ...noTenders, cash: 1_000 },
  employee: null,
  store: null,
  till: null,
} as unknown as TransactionDetails
const cashBack = {
  tenders: { later: 0 },
  refund: { balance_paid: 0, balance_bonus: 0, cash: 1_000 },
  returned: [],
  tax: [],
  level: null,
} as unknown as RefundPreview
const day = {
  date: '2026-11-24',
  current_date: '2026-11-24',
  store: { id: 'kanazawa', name: '金沢本店' },
  cash: { expected: 0 },
  blockers: [],
  moves: [],
  approval_from: 1_000,
} as unknown as ShopDay
const item = {
  id: 'cup',
  name: '鎚目ぐい呑み',
  stores: [{ id: 'kanazawa', quantity: 40 }],
} as unknown as StockDetail
const staff = { store: { id: 'kanazawa', name: '金沢本店' } } as never

function Returning() {
  const whole = {
    transaction_id: 'sale',
    lines: [],
    total: 1_000,
    balance_possible: false,
  } as unknown as RefundPreview
  return <ReturnOutcome whole={whole} back={useReturn(whole, 'register-1', nothing)} />
}

const acts: [string, ReactElement][] = [
  [refundText.proceed(0), <Returning key="return" />],
  [
    deferredText.collect,
    <CollectSheet key="later" userId="hanako" registerId="one" onCollected={nothing} onClose={nothing} />,
  ],
  [
    closeText.confirm,
    <ConfirmSheet key="close" day={day} counted={0} carry={0} onClose={nothing} onConfirm={nothing} />,
  ],
  [closeText.cashSave.pay_in, <CashSheet key="cash" day={day} onClose={nothing} />],
  [salesText.correctYes, <CorrectSheet key="correct" sale={sale} onClose={nothing} />],
  [salesText.ofSale.yes, <VoidSheet key="void" sale={sale} onClose={nothing} />],
  [stockText.doReceive, <ReceiveView key="receive" staff={staff} store={undefined} />],
  [stockText.doSend, <TransferView key="transfer" staff={staff} store={undefined} />],
  [stockText.doIt.adjust, <AdjustSheet key="adjust" item={item} store="kanazawa" onClose={nothing} />],
]

test.each(acts)('%s is closed while there is no network, and says so', async (label, page) => {
  await renderScreen(page)
  await screen.findByRole('button', { name: label })
  isOnline.mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(screen.queryByRole('button', { name: label })).toBeNull()
  const closed = screen.getAllByRole('button', { name: text.offline })
  expect(closed.map((button) => (button as HTMLButtonElement).disabled)).not.toContain(false)
  isOnline.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(screen.getByRole('button', { name: label })).toBeDefined()
})
