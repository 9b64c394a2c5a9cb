import type { Context } from '../../context.ts'
import type { Output } from '../../http/operation.ts'
import { listChanges } from '../admin/index.ts'
import { presentBanner } from './rules.ts'
import { listAll } from './store.ts'

export async function list(ctx: Context): Promise<Output<'admin.allBanners'>> {
  const [rows, changes] = await Promise.all([listAll(ctx.db), listChanges(ctx, 'banner')])
  return { items: rows.map((row) => presentBanner(row, ctx.now())), changes }
}
