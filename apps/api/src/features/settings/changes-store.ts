import type { SettingValue } from '@shirogane/contract/rules/setting-catalogue'
import type { Db, Row, Tx } from '../../db/sql.ts'

export type ChangeRow = Row & {
  id: string
  key: string
  before: SettingValue
  value: SettingValue
  status: 'requested' | 'approved' | 'rejected' | 'withdrawn'
  requested_by: string
  requested_by_name: string
  requested_at: Date
  decided_by: string | null
}

const changes = `select c.id, c.key, c.before, c.value, c.status, c.requested_by, e.name as requested_by_name,
    c.requested_at, c.decided_by
  from setting_changes c join employees e on e.user_id = c.requested_by`

/** With whether the reader counts as another person than the one who asked. */
export function listWaiting(db: Db, readerId: string): Promise<(ChangeRow & { is_others: boolean })[]> {
  return db.rows(
    `select w.*, ledger.independent(w.requested_by, $1) as is_others from (${changes} where c.status = 'requested') w`,
    [readerId],
    'setting-changes',
  )
}

/** Held until the commit: of two who decide at once, the second finds it decided. */
export function findChangeForUpdate(tx: Tx, id: string, key: string): Promise<ChangeRow | null> {
  return tx.first<ChangeRow>(`${changes} where c.id = $1 and c.key = $2 for no key update of c`, [id, key])
}

export async function insertRequest(
  tx: Tx,
  change: {
    id: string
    key: string
    before: SettingValue
    value: SettingValue
    requested_by: string
    at: Date
  },
): Promise<void> {
  await tx.run(
    `insert into setting_changes (id, key, before, value, requested_by, requested_at) values ($1, $2, $3, $4, $5, $6)`,
    [
      change.id,
      change.key,
      JSON.stringify(change.before),
      JSON.stringify(change.value),
      change.requested_by,
      change.at,
    ],
  )
}

export async function recordDecision(
  tx: Tx,
  decided: { id: string; status: Exclude<ChangeRow['status'], 'requested'>; decided_by: string; at: Date },
): Promise<void> {
  await tx.run('update setting_changes set status = $2, decided_by = $3, decided_at = $4 where id = $1', [
    decided.id,
    decided.status,
    decided.decided_by,
    decided.at,
  ])
}
