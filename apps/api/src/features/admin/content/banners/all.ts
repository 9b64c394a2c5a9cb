import type { Context } from '../../../../context.ts'
import type { Output } from '../../../../http/operation.ts'
import { listChanges } from '../../index.ts'
import { presentBanner } from '../../../banners/rules.ts'
import { listAll } from '../../../banners/store.ts'

export async function listAllBanners(ctx: Context): Promise<Output<'admin.allBanners'>> {
  const [rows, changes] = await Promise.all([listAll(ctx.db), listChanges(ctx, 'banner')])
  return { items: rows.map((row) => presentBanner(row, ctx.now())), changes }
}
