import { limits } from '@shirogane/contract/rules/limits'
import { expect, test } from 'vitest'
import { terms } from '../../generated/retention.ts'
import { legalDocuments } from './legal.ts'

const linesOf = (slug: string): string => JSON.stringify(legalDocuments.filter((text) => text.slug === slug))

test('what the brand publishes of leaving is what leaving does', () => {
  expect(linesOf('tos')).toContain('残高・紹介報酬・後払い・処理中の振込があるあいだは退会できません')
  for (const { slug, ...text } of legalDocuments)
    expect(JSON.stringify(text), slug).not.toMatch(/退会[^。]*残高[^。]*失効|退会すると失効/u)
})

test('balance that was paid for has no end, and balance that was given may have one', () => {
  expect(linesOf('tos')).toContain('有償残高に有効期限はありません。無償残高の期限は、')
  expect(linesOf('tos')).not.toContain('"残高に有効期限')
  expect(linesOf('points')).toContain('交換した無償残高の期限は、交換したポイントの期限と同じです')
})

test('a use keeps points alive as an earning of regular points does, and a gift of limited ones does not', () => {
  const terms = linesOf('points')
  expect(terms.match(/最後に通常ポイントを獲得した日、またはポイントを利用した日から12か月/gu)).toHaveLength(
    2,
  )
  expect(terms).not.toMatch(/最後に(?:ポイントを)?獲得/u)
})

test('what is owed has a day of the bank within two months, and may be paid in the app', () => {
  expect(linesOf('later')).toContain('2か月以上先になるときは前営業日')
  expect(linesOf('later')).toContain('アプリ（残高）')
})

test('the times that the page on privacy names are those of the daily round and of leaving', () => {
  const page = linesOf('pp')
  const kept = (table: string) => terms.find((term) => term.table === table)?.kept
  for (const [table, time, row] of [
    ['consents', 'the membership, and 1 year', '"同意の記録","会員である間と、その後1年"'],
    ['kyc_requests', 'the membership, and 7 years', '"本人確認の記録と画像","会員である間と、その後7年"'],
    ['cash_checks', '7 years', '"高額の現金でのお支払いの確認の記録","7年"'],
    ['sessions', '3 years after its last use', '"接続の記録","最後の接続から3年。'],
    ['audit_log', '3 years', '"従業者が操作・閲覧した記録","3年"'],
    ['contacts', '3 years after the answer', '"お問い合わせ","対応が終わってから3年。'],
    ['pins', '90 days', '"認証コードと送信の記録","90日"'],
    ['messages', '90 days', '"認証コードと送信の記録","90日"'],
  ] as const) {
    expect(kept(table), table).toBe(time)
    expect(page, table).toContain(row)
  }
  expect(page).toContain(`"電話番号の確認が済んでいないご登録","${limits.unverifiedKeptDays}日"`)
  expect(page).toContain(`そのほかは${limits.closedKeptDays}日後に識別できない形にします`)
  expect(page.match(/退会された方は退会から(\d+)日/gu)).toEqual(
    Array.from({ length: 2 }, () => `退会された方は退会から${limits.closedKeptDays}日`),
  )
})
