import { limits } from '@shirogane/contract/rules/limits'
import type { Db, Row, Tx } from '../../db/sql.ts'

export type DeviceRow = Row & {
  id: string
  register_id: string
  label: string
  enrolled_by: string
  enrolled_at: Date
  last_used_at: Date
}

/** The browsers that are registers of a shop. */
export function listDevices(db: Db, storeId: string): Promise<DeviceRow[]> {
  return db.rows<DeviceRow>(
    `select d.id, d.register_id, d.label, e.name as enrolled_by, d.enrolled_at, d.last_used_at
     from register_devices d
     join registers r on r.id = d.register_id
     join employees e on e.user_id = d.enrolled_by
     where r.store_id = $1 order by r.number, d.enrolled_at desc, d.id`,
    [storeId],
    'devices-of-store',
  )
}

/** Takes the first free place among the few of the register, which its row holds. False where there is none. */
export async function insertDevice(
  tx: Tx,
  device: {
    id: string
    register_id: string
    key_hash: Uint8Array
    label: string
    enrolled_by: string
    at: Date
  },
): Promise<boolean> {
  const touched = await tx.run(
    `insert into register_devices (id, register_id, slot, key_hash, label, enrolled_by, enrolled_at, last_used_at)
     select $1, $2, free.slot, $3, $4, $5, $6, $6
     from generate_series(1, $7::int) as free (slot)
     where not exists (select from register_devices d where d.register_id = $2 and d.slot = free.slot)
     order by free.slot limit 1`,
    [
      device.id,
      device.register_id,
      device.key_hash,
      device.label,
      device.enrolled_by,
      device.at,
      limits.registerDevicesMax,
    ],
  )
  return touched === 1
}

/** What a browser was, in any shop; null where it is no register any more. */
export function deleteDevice(
  tx: Tx,
  id: string,
): Promise<{ register_id: string; store_id: string; register: string; label: string } | null> {
  return tx.first<Row & { register_id: string; store_id: string; register: string; label: string }>(
    `delete from register_devices d using registers r where d.id = $1 and r.id = d.register_id
     returning d.register_id, r.store_id, r.name as register, d.label`,
    [id],
  )
}
