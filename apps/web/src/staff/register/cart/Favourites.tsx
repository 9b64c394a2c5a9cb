import { Amount } from '@shirogane/ui/data/Amount'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Pending, Skeleton } from '@shirogane/ui/states/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { skuSearchQuery } from '../../shared/queries.ts'
import { ArticlePicture } from '../../shared/articles/ArticlePicture.tsx'
import type { Article } from './cart.ts'
import { text } from '../text.ts'
import styles from './Favourites.module.css'

const places = 6

/** The articles that the shop, or else head office, wants at hand: one tap each. */
export function Favourites({ onPick }: { onPick: (sku: Article) => void }) {
  const favourites = useQuery(skuSearchQuery(''))
  if (favourites.isLoadingError) {
    return <ErrorPanel title={text.favouritesFailed} onRetry={() => favourites.refetch()} />
  }
  return (
    <Pending
      isPending={favourites.isPending}
      skeleton={
        <div className={styles.grid}>
          {Array.from({ length: places }, (_, place) => (
            <Skeleton key={place} height={76} />
          ))}
        </div>
      }
    >
      {() => (
        <ul className={styles.grid}>
          {favourites.data?.items.slice(0, places).map((sku) => (
            <li key={sku.id} className={styles.place}>
              <button type="button" className={styles.tile} onClick={() => onPick(sku)}>
                <ArticlePicture picture={sku.picture} photo={sku.photo?.tile ?? null} size={64} />
                <span className={styles.text}>
                  <b className={styles.name}>{sku.name}</b>
                  <span className={styles.price}>
                    <Amount value={sku.price} unit="¥" size="text" />
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Pending>
  )
}
