import { legalSlugs } from '@shirogane/contract/resources/brand/legal'
import type { Context } from '../../context.ts'
import type { Output } from '../../http/operation.ts'
import { listInForce } from './store.ts'

export async function listLegalDocuments(ctx: Context): Promise<Output<'legal.list'>> {
  const items = await listInForce(ctx.db)
  return { items: items.toSorted((a, b) => legalSlugs.indexOf(a.slug) - legalSlugs.indexOf(b.slug)) }
}
