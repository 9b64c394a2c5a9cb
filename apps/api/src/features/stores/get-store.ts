import type { StoreSheet } from '@shirogane/contract/resources/brand/stores'
import type { Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { listChanges } from '../admin/index.ts'
import { listDevices } from './device-store.ts'
import { findStore, listClosing, listRegisters, sumDeferred } from './store.ts'

/** @param deviceId of the browser that asks, where it is a register */
export async function getStore(ctx: Context, id: string, deviceId: string | undefined): Promise<StoreSheet> {
  const [store, registers, devices, changes, closing, later_open] = await Promise.all([
    findStore(ctx.db, id),
    listRegisters(ctx.db, id),
    listDevices(ctx.db, id),
    listChanges(ctx, `store:${id}`),
    listClosing(ctx.db, id),
    sumDeferred(ctx.db, id),
  ])
  if (!store) throw new Problem('NOT_FOUND')
  return {
    ...store,
    registers: registers.map((register) => ({
      ...register,
      closed_at: register.closed_at?.toISOString() ?? null,
    })),
    devices: devices.map((device) => ({
      ...device,
      enrolled_at: device.enrolled_at.toISOString(),
      last_used_at: device.last_used_at.toISOString(),
      current: device.id === deviceId,
    })),
    closing: store.closed_on === null ? closing : [],
    later_open,
    changes,
  }
}
