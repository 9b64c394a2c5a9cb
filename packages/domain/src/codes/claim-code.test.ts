import { expect, test } from 'vitest'
import { usedCode } from '../testing/used-code.ts'
import { claimCode, type ClaimFacts, type ShownCode } from './claim-code.ts'

type Here = Extract<ClaimFacts, { is_here: true }>
const live: ShownCode = {
  ...usedCode,
  state: 'live',
  is_suspended: false,
  is_own: false,
  checkout: null,
}
const shown = (change: Partial<ShownCode> = {}): Partial<Here> => ({ code: { ...live, ...change } })
const facts = (change: Partial<Here> = {}): Here => ({
  is_here: true,
  code: live,
  same_id: null,
  is_sale: false,
  open_here: null,
  ...change,
})
const held = (change: Partial<ShownCode> = {}): Partial<Here> => ({
  ...shown({
    state: 'claimed',
    is_claimed_here: true,
    is_claim_live: true,
    checkout: { id: 'before', is_move: false },
    ...change,
  }),
  open_here: 'before',
})
const lapsed = (change: Partial<ShownCode> = {}) => held({ is_claim_live: false, ...change })
const elsewhere = (change: Partial<ShownCode> = {}) => ({
  ...held({ is_claimed_here: false, ...change }),
  open_here: null,
})
const own = { is_of_code: true, is_here: true, status: 'open' } as const
const move = { checkout: { id: 'before', is_move: true } }

const opened = (...releases: string[]) => ({ code: null, does: 'open', checkout_id: 'new', releases })
const extended = { code: null, does: 'extend', checkout_id: 'before', releases: [] }
const repeated = { code: null, does: 'repeat', checkout_id: 'new', releases: [] }
const claim = (change: Partial<Here>, is_for_it_alone: boolean) =>
  claimCode(facts(change), { checkout_id: 'new', is_for_it_alone })

test('a register of another shop is none', () => {
  expect(claimCode({ is_here: false }, { checkout_id: 'new', is_for_it_alone: false })).toEqual({
    code: 'NOT_FOUND',
  })
})

type Case = [string, Partial<Here>, object | string]

test.each<Case>([
  ['a code that is shown is taken', {}, opened()],
  ['what is no code opens nothing', { code: null }, 'QR_INVALID'],
  ['nor where its id is taken', { code: null, same_id: own }, 'QR_INVALID'],
  ['asked again it answers the same', { ...held(), same_id: own }, repeated],
  [
    'also once it was paid',
    { ...shown({ state: 'spent' }), same_id: { ...own, status: 'settled' }, is_sale: true },
    repeated,
  ],
  ['but not once it was given up', { same_id: { ...own, status: 'cancelled' } }, 'PAYMENT_STATE'],
  ['or parked', { same_id: { ...own, status: 'saved' } }, 'PAYMENT_STATE'],
  [
    'the id of a checkout for another code is taken',
    { same_id: { ...own, is_of_code: false } },
    'PAYMENT_STATE',
  ],
  ['and that of one at another register', { same_id: { ...own, is_here: false } }, 'PAYMENT_STATE'],
  ['and that of a sale', { is_sale: true }, 'PAYMENT_STATE'],
  [
    'which is said before what is wrong with the code',
    { ...shown({ state: 'void' }), is_sale: true },
    'PAYMENT_STATE',
  ],
  ['a stopped account is named', shown({ is_suspended: true }), 'CUSTOMER_SUSPENDED'],
  ['though its codes are void', shown({ is_suspended: true, state: 'void' }), 'CUSTOMER_SUSPENDED'],
  ['one that was paid with has served', shown({ state: 'spent' }), 'QR_ALREADY_USED'],
  ['one that was ended has too', shown({ state: 'void' }), 'QR_ALREADY_USED'],
  ['one that was shown too long ago is over', shown({ is_over: true }), 'QR_EXPIRED'],
  ['one of the employee is refused', shown({ is_own: true }), 'SELF_DEALING'],
  ['after its time', shown({ is_own: true, is_over: true }), 'QR_EXPIRED'],
  ['one that another register holds is not free', elsewhere(), 'QR_CLAIMED'],
  ['nor after its own time', elsewhere({ is_over: true }), 'QR_CLAIMED'],
  ['until that hold has run out', elsewhere({ is_claim_live: false }), opened('before')],
  ['which needs a code that lives', elsewhere({ is_claim_live: false, is_over: true }), 'QR_EXPIRED'],
  ['a hold here that ran out is opened anew', lapsed(), opened('before')],
  ['also one for a move', lapsed(move), opened('before')],
  ['one that is asked about for a move pays nothing', held(move), 'QR_CLAIMED'],
  ['what this register has open for another code gives way', { open_here: 'other' }, opened('other')],
  [
    'beside what ran out elsewhere',
    { ...elsewhere({ is_claim_live: false }), open_here: 'other' },
    opened('before', 'other'),
  ],
  ['a hold without a checkout is none', held({ checkout: null }), opened('before')],
  ['nor at another register', elsewhere({ checkout: null }), opened()],
])('%s, for any checkout or for one alone', (_, change, expected) => {
  for (const alone of [false, true])
    expect(claim(change, alone)).toEqual(typeof expected === 'string' ? { code: expected } : expected)
})

test.each<[...Case, alone: object | string]>([
  ['this register gets back what it has open', held(), extended, opened('before')],
  ['also beyond the time of the code', held({ is_over: true }), extended, 'QR_EXPIRED'],
  ['also where it has become its own', held({ is_own: true }), extended, 'SELF_DEALING'],
])('%s, and one alone is opened anew like any', (_, change, any, alone) => {
  expect(claim(change, false)).toEqual(any)
  expect(claim(change, true)).toEqual(typeof alone === 'string' ? { code: alone } : alone)
})
