import type { Affiliate } from '@shirogane/contract/resources/members/affiliates'
import type { AffiliateRow } from './figures-store.ts'
import { shortName } from '../../lib/short-name.ts'

/** What an inviter may know of a person whom they invited. */
export function presentAffiliate(row: AffiliateRow): Affiliate {
  return {
    id: row.id,
    name: shortName(row.username),
    avatar: row.avatar,
    registered_on: row.registered_on,
    verified: row.verified,
    valid: row.valid,
    earned: row.earned,
  }
}
