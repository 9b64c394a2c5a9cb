import type { ArticlePhoto } from '@shirogane/contract/resources/brand/skus'

/** The names under which a photograph is kept: as it is looked at alone, and as it stands in a list. */
export function articleObject(name: string): string {
  return `goods/${name}.webp`
}

export function articleTileObject(name: string): string {
  return `tiles/${name}.webp`
}

/** Where a photograph is seen; null where the drawing stands for the article. */
export function photoOf(image: string | null): ArticlePhoto {
  return image === null
    ? null
    : { tile: `/files/goods-tile/${image}.webp`, sheet: `/files/goods/${image}.webp` }
}
