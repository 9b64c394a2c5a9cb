import type { User } from '@shirogane/contract/resources/shapes'

/** A verified member with a yen and two points, but for what a test says of them. */
export function aUser(given: Partial<User> = {}): User {
  return {
    id: '01a1ff34-4702-7617-818d-de9ed323373a',
    username: 'hanako',
    email: null,
    email_verified: false,
    phone_number: null,
    avatar: null,
    verified: true,
    kyc_status: 'none',
    type: 'customer',
    employee: null,
    agree_to_tos: true,
    wallet: {
      balance: 1,
      balance_paid: 1,
      balance_bonus: 0,
      point_balance: 2,
      point_limited: 0,
      expiring_points: null,
      expiring_bonus: null,
      point_debt: 0,
      points_earned_this_month: 0,
    },
    profile: {
      last_name: 'Reiji',
      first_name: 'Hanako',
      last_name_kana: null,
      first_name_kana: null,
      date_of_birth: null,
      gender: null,
      address: null,
    },
    affiliate: null,
    affiliator: null,
    level: null,
    ...given,
  }
}
