import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allTenders } from '@shirogane/domain/sales/tenders'
import { expect, test } from 'vitest'

const tokens = readFileSync(join(import.meta.dirname, '../../../../packages/ui/src/tokens.css'), 'utf8')

test.each(allTenders)('%s has a colour of its own in the figures of a day', (tender) => {
  expect(tokens).toMatch(new RegExp(`--tender-${tender}: #`))
})
