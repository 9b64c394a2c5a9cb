import { expect, test } from 'vitest'
import { legalTexts } from './legal.ts'

const linesOf = (slug: string): string => JSON.stringify(legalTexts.filter((text) => text.slug === slug))

test('what the house publishes of leaving is what leaving does', () => {
  expect(linesOf('tos')).toContain('残高・紹介報酬・後払い・処理中の振込があるあいだは退会できません')
  for (const { slug, ...text } of legalTexts)
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
