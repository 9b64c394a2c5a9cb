import type { AccessFacts, Person } from '../access/people.ts'

const ofShop = ['sell', 'refund', 'void', 'later.collect', 'charge.take', 'stock.receive']
const ofMoney = ['approve', 'later.bank', 'later.write_off', 'cashout', 'legal.agree']

/** Rights of each role as the table has them now, as far as rules of access ask for them. */
const rightsOf = {
  register: ofShop,
  manager: [...ofShop, 'stock.count', 'correct', 'approve', 'refund.large', 'staff'],
  accounting: ofMoney,
  owner: [
    ...ofMoney,
    'refund',
    'void',
    'correct',
    'refund.large',
    'shops.act',
    'cashout.approve',
    'stock.receive',
    'stock.count',
    'books.lift',
    'staff',
  ],
  customer: [],
} as const

/** A person at work in this shop, or in head office. */
export function personOf(
  role: keyof typeof rightsOf,
  id: string = role,
  change: Partial<Person> = {},
): Person {
  const store_id = role === 'register' || role === 'manager' ? 'shop' : null
  return { id, is_active: role !== 'customer', store_id, rights: rightsOf[role], ...change }
}

/** Who acts alone in the shop, signed in, at a register of it and on an account of another. */
export function accessOf(actor: Person, change: Partial<AccessFacts> = {}): AccessFacts {
  return {
    store_id: 'shop',
    is_signed_in: true,
    actor,
    approver: null,
    are_independent: true,
    is_own: false,
    is_register_here: true,
    ...change,
  }
}
