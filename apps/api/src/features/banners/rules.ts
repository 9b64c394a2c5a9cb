import type { AdminBanner } from '@shirogane/contract/resources/brand/office'
import type { BannerRow } from './store.ts'

/** The name under which a picture is kept. */
export function bannerObject(name: string): string {
  return `banners/${name}.webp`
}

export function bannerUrlOf(name: string): string {
  return `/files/banner/${name}.webp`
}

export function bannerNameOf(url: string | null): string | null {
  return url === null ? null : (/^\/files\/banner\/([0-9a-f]{32})\.webp$/.exec(url)?.[1] ?? null)
}

export function presentBanner({ position: _, ...row }: BannerRow, now: Date): AdminBanner {
  const state =
    row.published_from > now
      ? 'planned'
      : row.published_until !== null && row.published_until <= now
        ? 'ended'
        : 'live'
  return {
    ...row,
    image: row.image === null ? null : bannerUrlOf(row.image),
    published_from: row.published_from.toISOString(),
    published_until: row.published_until?.toISOString() ?? null,
    state,
  }
}
