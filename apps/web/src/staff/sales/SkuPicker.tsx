import { PillButton } from '@shirogane/ui/actions/PillButton'
import { useQueries } from '@tanstack/react-query'
import { SkuHits } from '../shared/articles/SkuHits.tsx'
import { skuQuery } from './queries.ts'
import { text } from './text.ts'
import styles from './sales.module.css'

/** Articles of which any one is enough, each named by its id in the address and by its name here. */
export function SkuPicker({ chosen, onChange }: { chosen: string; onChange: (skus: string) => void }) {
  const ids = chosen.split(',').filter(Boolean)
  const named = useQueries({ queries: ids.map((id) => skuQuery(id)) })
  const nameOf = (place: number) => named[place]?.data?.name ?? ''
  return (
    <div className={styles.skus}>
      <SkuHits
        label={text.sku}
        placeholder={text.skuSearch}
        className={styles.hits}
        isWanted={({ id }) => !ids.includes(id)}
        onPick={({ id }) => onChange([...ids, id].join(','))}
      >
        {({ name, sku }) => (
          <>
            {name} <span className={styles.small}>{sku}</span>
          </>
        )}
      </SkuHits>
      {ids.length > 0 && (
        <p className={styles.picked}>
          {ids.map((id, place) => (
            <PillButton
              key={id}
              aria-label={text.skuRemove(nameOf(place))}
              onClick={() => onChange(ids.filter((other) => other !== id).join(','))}
            >
              {nameOf(place)} ✕
            </PillButton>
          ))}
        </p>
      )}
    </div>
  )
}
