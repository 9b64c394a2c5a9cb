import type { LegalSection } from '@shirogane/contract/resources/brand/legal'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { legalDocuments } from '../../../../api/src/seed/legal/legal.ts'
import { printItems, printSections, readItems, readSections } from './notation.ts'

test('every text of the brand comes back as it was, unchanged and changed by nobody', () => {
  for (const { sections, summary } of legalDocuments) {
    expect(readSections(printSections(sections))).toEqual({ sections, problems: [] })
    expect(readItems(printItems(summary))).toEqual(summary)
  }
})

/** Words as a proposal may have them, with every sign of the notation among them. */
const words = fc
  .array(
    fc.constantFrom(
      '■',
      '・',
      '【',
      '】',
      '｜',
      '|',
      '＼',
      '\\',
      'n',
      '1',
      '．',
      '. ',
      ' ',
      '　',
      '\n',
      '銀',
      '𠮷',
      '（',
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((letters) => letters.join('').trim())
  .filter((line) => line !== '')
const items = fc.array(words, { minLength: 1, maxLength: 4 })
const block = fc.oneof(
  fc.record({ kind: fc.constant('text' as const), text: words }),
  fc.record({ kind: fc.constant('list' as const), items }),
  fc.record({ kind: fc.constant('steps' as const), items }),
  fc.record({
    kind: fc.constant('facts' as const),
    rows: fc.array(fc.tuple(words, words), { minLength: 1, maxLength: 3 }),
  }),
  fc.integer({ min: 1, max: 4 }).chain((columns) => {
    const row = fc.array(words, { minLength: columns, maxLength: columns })
    return fc.record({
      kind: fc.constant('table' as const),
      head: row,
      rows: fc.array(row, { minLength: 1, maxLength: 3 }),
    })
  }),
)
const sections = fc.uniqueArray(
  fc.record({ heading: words, blocks: fc.array(block, { minLength: 1, maxLength: 4 }) }),
  { selector: ({ heading }) => heading, minLength: 1, maxLength: 4 },
)

test('whatever may be proposed is printed and read back without a loss', () => {
  fc.assert(
    fc.property(sections, (given: LegalSection[]) => {
      expect(readSections(printSections(given))).toEqual({ sections: given, problems: [] })
    }),
    { numRuns: 500 },
  )
})

test('what a person types becomes what it looks like', () => {
  const typed = `■第1条（目的）
この規約は、条件を定めます。
1.5倍の日があります。
・銀の器
・ 銀の匙
1. まず
３．つぎに
【会員】登録した個人
｜項目｜額｜
|送料|660円|

■ 第2条
本文`
  expect(readSections(typed)).toEqual({
    problems: [],
    sections: [
      {
        heading: '第1条（目的）',
        blocks: [
          { kind: 'text', text: 'この規約は、条件を定めます。\n1.5倍の日があります。' },
          { kind: 'list', items: ['銀の器', '銀の匙'] },
          { kind: 'steps', items: ['まず', 'つぎに'] },
          { kind: 'facts', rows: [['会員', '登録した個人']] },
          { kind: 'table', head: ['項目', '額'], rows: [['送料', '660円']] },
        ],
      },
      { heading: '第2条', blocks: [{ kind: 'text', text: '本文' }] },
    ],
  })
})

test('what cannot be meant is named with its line', () => {
  const problems = (typed: string) => readSections(typed).problems
  expect(problems('本文だけ')).toEqual(['1行目：最初に「■」で始まる見出しを書いてください。'])
  expect(problems('■ 第1条')).toEqual(['「第1条」に本文がありません。'])
  expect(problems('■ 第1条\n本文\n■ 第1条\n本文')).toEqual([
    '3行目：同じ見出しがあります。別の言葉にしてください。',
  ])
  expect(problems('■ 第1条\n【会員 登録した個人')).toEqual([
    '2行目：用語を「】」で閉じてください。',
    '2行目：言葉のない項目があります。',
  ])
  expect(problems('■ 第1条\n｜項目｜額｜\n｜送料｜')).toEqual([
    '3行目：表の列の数を見出しとそろえてください。',
  ])
  expect(problems('■ 第1条\n｜項目｜額｜')).toEqual(['2行目：表には、見出しのほかに1行以上が必要です。'])
  expect(problems('■ 第1条\n・')).toEqual(['2行目：言葉のない項目があります。'])
})
