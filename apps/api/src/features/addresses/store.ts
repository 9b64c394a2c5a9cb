import type { SavedAddress } from '@shirogane/contract/resources/members/addresses'
import type { Db, Row, Tx } from '../../db/sql.ts'

export function findAddress(db: Db, userId: string): Promise<SavedAddress | null> {
  return db.first<Row & SavedAddress>(
    `select postcode, prefecture, city, town, street, building from addresses where user_id = $1`,
    [userId],
    'address',
  )
}

/**
 * Documents that were checked against another address have to be shown again. Answers nothing: what was saved is what the
 * caller gave.
 */
export async function recordAddress(
  tx: Tx,
  userId: string,
  address: SavedAddress,
  line: string,
): Promise<void> {
  const before = await tx.first<Row & { address: string | null }>(
    `select address from users where id = $1 for update`,
    [userId],
    'address-line',
  )
  await tx.run(
    `insert into addresses (user_id, postcode, prefecture, city, town, street, building, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, ledger.now())
     on conflict (user_id) do update set postcode = excluded.postcode, prefecture = excluded.prefecture, city = excluded.city,
       town = excluded.town, street = excluded.street, building = excluded.building, updated_at = excluded.updated_at`,
    [
      userId,
      address.postcode,
      address.prefecture,
      address.city,
      address.town,
      address.street,
      address.building,
    ],
    'record-address',
  )
  await tx.run(
    `update users set address = $2,
       kyc_status = case when kyc_status = 'approved' and $3::text is distinct from $2 then 'required' else kyc_status end
     where id = $1`,
    [userId, line, before?.address ?? null],
    'record-address-line',
  )
}
