import type { Context } from '../../../../context.ts'
import { readSettings } from '../../../../db/settings.ts'
import type { Output } from '../../../../http/operation.ts'
import { listShown } from '../../../banners/store.ts'

type Banners = Output<'admin.banners'>

/** Every visitor asks for these before anything else, and they change a few times a month. */
const keepMs = 15_000
const kept = new WeakMap<Context, { banners: Promise<Banners>; until: number }>()

export async function shown(ctx: Context): Promise<Banners> {
  const known = kept.get(ctx)
  if (known && performance.now() < known.until) return known.banners
  const fresh = read(ctx)
  kept.set(ctx, { banners: fresh, until: performance.now() + keepMs })
  // A failure is not kept: the next visitor asks again.
  fresh.catch(() => kept.delete(ctx))
  return fresh
}

/** Head office has changed something: the next request sees it. */
export function forgetBanners(ctx: Context): void {
  kept.delete(ctx)
}

async function read(ctx: Context): Promise<Banners> {
  const [items, { notice }] = await Promise.all([listShown(ctx.db), readSettings(ctx.db, ['notice'])])
  return { notice, items }
}
