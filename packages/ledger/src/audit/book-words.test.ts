// Every rule that the audit can find broken has words that head office can read.
import { bookRules } from '@shirogane/contract/terms/book-words'
import { expect, test } from 'vitest'
import { ledgerFunctions } from '../functions.ts'

test('each rule of the audit has its words, and no words stand for a rule that is gone', async () => {
  const audits = (await ledgerFunctions()).filter(
    ({ name }) => name.endsWith('audit.sql') || name.endsWith('/books.sql'),
  )
  const rules = audits.flatMap(({ sql }) =>
    [...sql.matchAll(/\bselect '([^']+)', /g)].flatMap(([, rule]) => rule ?? []),
  )
  const buckets = new Set(['paid', 'bonus'])
  expect([...new Set(rules)].filter((rule) => !buckets.has(rule)).toSorted()).toEqual(
    Object.keys(bookRules).toSorted(),
  )
})
