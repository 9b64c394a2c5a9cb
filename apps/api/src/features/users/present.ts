import { levelProgress, yen } from '@shirogane/domain/money/money'
import { tokyoDate } from '@shirogane/domain/time/tokyo'
import type { Employee, Level, RegisterCustomer, User, Wallet } from '@shirogane/contract/resources/shapes'
import type { UserRow, WalletRow } from './store.ts'
import { inviteUrl } from '../../lib/invite-url.ts'

export function presentWallet(row: WalletRow): Wallet {
  // What is still good at this moment, like the points below.
  const bonus = row.balance_bonus - (row.bonus?.ended ?? 0)
  return {
    balance: row.balance_paid + bonus,
    balance_paid: row.balance_paid,
    balance_bonus: bonus,
    point_balance: row.point_regular + (row.limited?.usable ?? 0),
    point_limited: row.limited?.usable ?? 0,
    expiring_points: nextToExpire(row),
    expiring_bonus:
      row.bonus?.ends_on && row.bonus.ending > 0 ? { amount: row.bonus.ending, on: row.bonus.ends_on } : null,
    point_debt: row.point_debt,
    points_earned_this_month: row.earned_this_month,
  }
}

/** The points that end first, and when: limited ones nearly always, and regular ones of a wallet that sleeps. */
function nextToExpire(row: WalletRow): Wallet['expiring_points'] {
  const regular =
    row.point_regular > 0 && row.point_regular_expires_on
      ? { amount: row.point_regular, on: row.point_regular_expires_on }
      : null
  const limited = row.limited?.usable ? { amount: row.limited.ending, on: row.limited.ends_on } : null
  if (!regular || !limited) return regular ?? limited
  if (regular.on === limited.on) return { amount: regular.amount + limited.amount, on: regular.on }
  return limited.on < regular.on ? limited : regular
}

export function presentLevel(row: WalletRow): Level {
  return {
    level_id: row.level_id,
    current_level: row.level_index,
    name: row.level_name,
    next_level: row.next_level_quota,
    next_level_name: row.next_level_name,
    level_accumulation: row.level_accumulation,
    progress: levelProgress(
      yen(row.level_accumulation),
      row.next_level_quota === null ? null : yen(row.next_level_quota),
    ),
    point_rate: row.level_rate_bp,
    period_ends_on: row.period_ends_on,
    ...(row.given_until !== null && { given_until: row.given_until }),
  }
}

export function presentEmployee(row: UserRow): Employee | null {
  return row.employee && { id: row.id, ...row.employee }
}

export function presentUser(row: UserRow, publicUrl: URL): User {
  const hasWallet = row.wallet_of !== null
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    email_verified: row.email_verified,
    phone_number: row.phone_number,
    avatar: row.avatar,
    verified: row.verified,
    kyc_status: row.kyc_status,
    type: row.type,
    employee: presentEmployee(row),
    agree_to_tos: row.agree_to_tos,
    wallet: hasWallet ? presentWallet(row) : null,
    profile: {
      last_name: row.last_name,
      first_name: row.first_name,
      last_name_kana: row.last_name_kana,
      first_name_kana: row.first_name_kana,
      date_of_birth: row.date_of_birth,
      gender: row.gender,
      address: row.address,
    },
    affiliate: row.affiliate && { id: row.affiliate.id, code: row.affiliate.code ?? '' },
    affiliator:
      row.invite_code === null
        ? null
        : { user_id: row.id, code: row.invite_code, invite_url: inviteUrl(publicUrl, row.invite_code) },
    level: hasWallet ? presentLevel(row) : null,
  }
}

/** What staff may see of a customer: enough to greet and to charge, nothing to write down. */
export function presentRegisterCustomer(row: UserRow, at: Date): RegisterCustomer {
  const wallet = presentWallet(row)
  return {
    id: row.id,
    username: row.username,
    name: [row.last_name, row.first_name].filter(Boolean).join(' ') || row.username,
    avatar: row.avatar,
    level: { current_level: row.level_index, name: row.level_name, point_rate: row.level_rate_bp },
    wallet: { balance: wallet.balance, point_balance: wallet.point_balance },
    verified: row.verified,
    kyc_status: row.kyc_status,
    later_total: row.receivable,
    notes: [],
    birth_month: row.date_of_birth?.slice(5, 7) === tokyoDate(at).slice(5, 7),
  }
}
