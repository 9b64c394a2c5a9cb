import type { StoreSheet } from '@shirogane/contract/stores'
import type { Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { listChanges } from '../admin/index.ts'
import { findStore, listClosing, listRegisters, sumLater } from './store.ts'

export async function getStore(ctx: Context, id: string): Promise<StoreSheet> {
  const [store, registers, changes, closing, later_open] = await Promise.all([
    findStore(ctx.db, id),
    listRegisters(ctx.db, id),
    listChanges(ctx, `store:${id}`),
    listClosing(ctx.db, id),
    sumLater(ctx.db, id),
  ])
  if (!store) throw new Problem('NOT_FOUND')
  return {
    ...store,
    registers: registers.map((register) => ({
      ...register,
      closed_at: register.closed_at?.toISOString() ?? null,
    })),
    closing: store.closed_on === null ? closing : [],
    later_open,
    changes,
  }
}
