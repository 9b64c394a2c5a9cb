import type { Ask } from '../calls/caller.ts'
import type { TestApi } from '../start-api.ts'

/**
 * A legal request of each call about the shops and their registers, for the table of rights.
 *
 * @param prove lets a player who may manage shops prove who they are first
 */
export function storeAsks(api: () => TestApi, prove: (column: string) => Promise<void>) {
  async function kanazawa(): Promise<{ id: string }> {
    const [store] = await api().db.query<{ id: string }>(`select id from stores where code = 'KNZ1'`)
    return store!
  }

  return {
    'admin.showStore': async (): Promise<Ask> => ({ params: await kanazawa() }),
    'admin.createStore': async (column: string): Promise<Ask> => {
      await prove(column)
      return {
        body: {
          code: 'SPR1',
          name: '札幌店',
          postcode: '0600001',
          address: '北海道札幌市中央区北1条西0-0-0',
          phone: '011-000-0000',
          day_start: '05:00',
          stock_below_zero: false,
          register_refund_max: null,
        },
      }
    },
    'admin.updateStore': async (column: string): Promise<Ask> => {
      await prove(column)
      return { params: await kanazawa(), body: { address: '石川県金沢市片町1-1-1' } }
    },
    'admin.closeStore': async (column: string): Promise<Ask> => {
      await prove(column)
      const [store] = await api().db.query<{ id: string }>(
        `insert into stores (id, code, name, postcode, address, phone)
         select gen_random_uuid(), 'ZZ' || chr(65 + count(*)::int) || '1', '閉じる店', '0600001', '北海道', '011-000-0000'
         from stores returning id`,
      )
      return { params: { id: store!.id } }
    },
    'admin.createRegister': async (column: string): Promise<Ask> => {
      await prove(column)
      return { params: await kanazawa(), body: { name: '催事場' } }
    },
    'admin.updateRegister': async (column: string): Promise<Ask> => {
      await prove(column)
      const store = await kanazawa()
      const [register] = await api().db.query<{ id: string }>(
        `select id from registers where store_id = $1 and number = 1`,
        [store.id],
      )
      return { params: { ...store, register: register!.id }, body: { name: '入口' } }
    },
    'admin.enrolDevice': async (column: string): Promise<Ask> => {
      await prove(column)
      const store = await kanazawa()
      await api().db.query('delete from register_devices')
      const [register] = await api().db.query<{ id: string }>(
        `select id from registers where store_id = $1 and number = 1`,
        [store.id],
      )
      return { params: { ...store, register: register!.id } }
    },
    'admin.removeDevice': async (): Promise<Ask> => {
      const store = await kanazawa()
      const [device] = await api().db.query<{ id: string }>(
        `insert into register_devices (id, register_id, slot, key_hash, label, enrolled_by, enrolled_at, last_used_at)
         select gen_random_uuid(), r.id, 5, sha256(gen_random_uuid()::text::bytea), 'iPad・Safari', e.user_id, now(), now()
         from registers r, employees e where r.store_id = $1 and r.number = 1 and e.number = 'E0002'
         on conflict (register_id, slot) do update set label = excluded.label returning id`,
        [store.id],
      )
      return { params: { ...store, device: device!.id } }
    },
  }
}
