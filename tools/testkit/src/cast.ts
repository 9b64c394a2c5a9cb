import type { Caller } from '@shirogane/contract/wire/rights'

/** Who plays in the tests, by the name that tells their part, and what they log in with. */
export const castLogins = {
  /** A member who has not entered the code from the SMS. */
  taro: 'taro',
  /** The member who pays. */
  hanako: 'hanako',
  /** Another member, whose things are none of hanako's business. */
  kyoko: 'kyoko',
  yoko: 'yoko',
  takasaki: 'takasaki',
  /** Sixteen years old. */
  mirai: 'mirai',
  teishi: 'teishi',
  owner: 'E0001',
  manager: 'E0002',
  /** At the register in Kanazawa. */
  clerk: 'E0003',
  /** The manager and the register of another store. */
  otherManager: 'E0004',
  otherClerk: 'E0005',
  accountant: 'E0007',
  reviewer: 'E0008',
} as const
export type CastName = keyof typeof castLogins

/** Who of the cast calls in which role. A role of staff that the demo has no person of is missing here: a test takes one on. */
export const castByRole = {
  unverified: 'taro',
  customer: 'hanako',
  register: 'clerk',
  manager: 'manager',
  accounting: 'accountant',
  kyc_reviewer: 'reviewer',
  owner: 'owner',
} as const satisfies Partial<Record<Caller, CastName>>
export const castRoles = Object.keys(castByRole) as (keyof typeof castByRole)[]
