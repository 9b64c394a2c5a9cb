import type { Receipt } from '@shirogane/contract/resources/sales/receipts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderScreen } from '../testing/render-screen.tsx'
import { FormalSection } from './FormalSection.tsx'
import { text } from './text.ts'

const refused = (kind: 'later' | 'cash', formal_amount: number, state: 'valid' | 'voided') =>
  ({
    content: { tenders: [{ kind, amount: 8_800 }], total: 8_800 + (kind === 'later' ? formal_amount : 0) },
    state,
    formal: null,
    can_issue_formal: false,
    formal_amount,
  }) as unknown as Receipt

afterEach(cleanup)

test.each([
  ['wholly deferred', refused('later', 0, 'valid'), text.deferredApart, text.unavailable],
  ['wholly deferred, and taken back', refused('later', 0, 'voided'), text.unavailable, text.deferredApart],
  [
    'deferred in part, and taken back',
    refused('later', 1_000, 'voided'),
    text.unavailable,
    text.deferredApart,
  ],
  ['paid at once, and taken back', refused('cash', 8_800, 'voided'), text.unavailable, text.deferredApart],
])('of a sale that was %s it is said why there is no 領収書', async (_name, receipt, words, others) => {
  await renderScreen(<FormalSection id="0193524a-0000-7000-8000-000000000001" receipt={receipt} />)
  expect(screen.getByText(words)).toBeTruthy()
  expect(screen.queryByText(others)).toBeNull()
})

const issued = {
  content: {
    kind: 'sale',
    number: '20261121-KNZ1-0007',
    tenders: [
      { kind: 'cash', amount: 1_000 },
      { kind: 'later', amount: 9_000 },
    ],
    total: 10_000,
  },
  state: 'partially_refunded',
  formal: { addressee: '上様', proviso: 'お品代として', issued_at: '2026-11-21T05:30:00Z', copies: 1 },
  can_issue_formal: false,
  formal_amount: 1_000,
  formal_refunded: 600,
} as unknown as Receipt

test('what went back of a 領収書 stands beside its amount, and where that of the deferred part is made out', async () => {
  await renderScreen(<FormalSection id="0193524a-0000-7000-8000-000000000001" receipt={issued} />)
  expect(screen.getByText('領収金額').parentElement?.textContent).toBe('領収金額¥1,000')
  expect(screen.getByText('返金済みの金額').parentElement?.textContent).toBe('返金済みの金額-¥600')
  expect(screen.getByText(text.deferredApart)).toBeTruthy()
})

test('a 領収書 of a deferred payment is for articles that were taken before', async () => {
  const collection = {
    ...issued,
    content: { ...issued.content, kind: 'collection', tenders: [{ kind: 'cash', amount: 9_000 }] },
    state: 'valid',
    formal: null,
    can_issue_formal: true,
    formal_amount: 9_000,
  } as unknown as Receipt
  await renderScreen(<FormalSection id="0193524a-0000-7000-8000-000000000002" receipt={collection} />)
  expect(screen.getByDisplayValue('お品代（後払い分）として')).toBeTruthy()
  expect(screen.queryByText(text.deferredApart)).toBeNull()
})
