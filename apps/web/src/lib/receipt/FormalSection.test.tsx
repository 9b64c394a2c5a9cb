import type { Receipt } from '@shirogane/contract/receipts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderScreen } from '../render-screen.tsx'
import { FormalSection } from './FormalSection.tsx'

const refused = (kind: 'later' | 'cash', formal_amount: number) =>
  ({
    content: { tenders: [{ kind, amount: 8_800 }] },
    formal: null,
    can_issue_formal: false,
    formal_amount,
  }) as unknown as Receipt

afterEach(cleanup)

test.each([
  ['wholly deferred', refused('later', 0), '後払いのため、領収書は発行できません。'],
  ['deferred in part, and taken back', refused('later', 1_000), 'この取引の領収書は発行できません。'],
  ['paid at once, and taken back', refused('cash', 8_800), 'この取引の領収書は発行できません。'],
])('of a sale that was %s it is said why there is no 領収書', async (_name, receipt, words) => {
  await renderScreen(<FormalSection id="0193524a-0000-7000-8000-000000000001" receipt={receipt} />)
  expect(screen.getByText(words)).toBeTruthy()
})
