import type { BannerBody } from '@shirogane/contract/resources/brand/office'
import type { Tx } from '../../db/sql.ts'
import { Problem } from '../../http/problem.ts'
import { bannerNameOf } from './rules.ts'
import { type BannerFields, hasCampaign, hasPicture } from './store.ts'

/** What a form says of a banner as its row. A picture that we did not draw is none, wherever its address may lead. */
export async function rowOf(tx: Tx, id: string, body: BannerBody): Promise<BannerFields> {
  const image = bannerNameOf(body.image)
  if (body.image !== null && (image === null || !(await hasPicture(tx, image))))
    throw new Problem('BANNER_IMAGE_UNKNOWN')
  if (body.campaign_id !== null && !(await hasCampaign(tx, body.campaign_id))) throw new Problem('NOT_FOUND')
  return {
    ...body,
    id,
    image,
    published_from: new Date(body.published_from),
    published_until: body.published_until === null ? null : new Date(body.published_until),
  }
}
