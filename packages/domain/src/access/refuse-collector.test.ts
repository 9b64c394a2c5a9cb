import { expect, test } from 'vitest'
import { accessOf, personOf } from '../testing/access.ts'
import type { DebtTender } from '../sales/tenders.ts'
import { collectors } from '../testing/collection.ts'
import type { AccessFacts } from './people.ts'
import { refuseCollector } from './refuse-collector.ts'

const { register, head_office, member } = collectors
const clerk = personOf('register')

type Case = [string, AccessFacts, DebtTender, ReturnType<typeof refuseCollector>]

test.each<Case>([
  ['cash at a register', register, 'cash', null],
  ['a card at a register', register, 'card', null],
  ['balance at a register, where the code is for the act', register, 'balance', null],
  ['a bank transfer at a register', register, 'bank', 'FORBIDDEN'],
  ['a bank transfer in head office', head_office, 'bank', null],
  ['cash in head office', head_office, 'cash', 'FORBIDDEN'],
  ['cash by an owner in a shop', accessOf(personOf('owner')), 'cash', 'FORBIDDEN'],
  ['cash in another shop', accessOf(clerk, { store_id: 'elsewhere' }), 'cash', 'FORBIDDEN'],
  ['cash in no shop', accessOf(clerk, { store_id: null }), 'cash', 'FORBIDDEN'],
  ['cash by who was dismissed', accessOf({ ...clerk, is_active: false }), 'cash', 'FORBIDDEN'],
  ['cash without a session', { ...register, is_signed_in: false }, 'cash', 'FORBIDDEN'],
  ['cash at a register of another shop', { ...register, is_register_here: false }, 'cash', 'NOT_FOUND'],
  ['cash for an account of theirs', { ...register, is_own: true }, 'cash', 'SELF_DEALING'],
  [
    'cash for an account of theirs at a register of another shop',
    { ...register, is_own: true, is_register_here: false },
    'cash',
    'NOT_FOUND',
  ],
  ['their own balance', member, 'balance', null],
  ['their own cash', member, 'cash', 'FORBIDDEN'],
  ['their own balance in a shop', { ...member, store_id: 'shop' }, 'balance', 'FORBIDDEN'],
  ['their own balance without a session', { ...member, is_signed_in: false }, 'balance', 'FORBIDDEN'],
  ['balance of another customer', accessOf(personOf('customer', 'other')), 'balance', 'FORBIDDEN'],
])('%s', (_, access, tender, refusal) => {
  expect(refuseCollector(access, { customer_id: 'member', tender })).toBe(refusal)
})
