import { limits } from '@shirogane/contract/rules/limits'
import type { FoundSku } from '@shirogane/contract/resources/brand/skus'
import { Amount } from '@shirogane/ui/data/Amount'
import { Button } from '@shirogane/ui/actions/Button'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call, messageOf } from '../../../shell/api/api.ts'
import { isExactly } from '../../shared/scanner/code.ts'
import { ArticlePicture } from '../../shared/articles/ArticlePicture.tsx'
import { skuSearchQuery } from '../../shared/queries.ts'
import { SkuHits } from '../../shared/articles/SkuHits.tsx'
import type { ScanListener } from '../scan/ReadSheet.tsx'
import { text } from '../text.ts'
import styles from './FavouritesSheet.module.css'

type FavouritesSheetProps = {
  /** A scanner's codes come here while the sheet is open. */
  scans: ScanListener
  onClose: () => void
}

/** Lays out the tiles of the shop: which articles, and in which order. */
export function FavouritesSheet(props: FavouritesSheetProps) {
  const { data, isLoadingError, refetch } = useQuery(skuSearchQuery(''))
  if (data !== undefined) return <Layout items={data.items} {...props} />
  return (
    <Sheet isOpen onClose={props.onClose} title={text.favouritesEdit}>
      {isLoadingError ? (
        <ErrorPanel title={text.favouritesFailed} onRetry={() => refetch()} />
      ) : (
        <Skeleton height={320} />
      )}
    </Sheet>
  )
}

function Layout({ items, scans, onClose }: FavouritesSheetProps & { items: readonly FoundSku[] }) {
  const client = useQueryClient()
  const toast = useToast()
  const list = useRef<HTMLOListElement>(null)
  const [chosen, setChosen] = useState<readonly FoundSku[]>(() => items.slice(0, limits.favouritesMax))
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const isFull = chosen.length >= limits.favouritesMax

  const isNew = (sku: FoundSku) => chosen.every(({ id }) => id !== sku.id)
  const add = (sku: FoundSku) => {
    setProblem(isFull && isNew(sku) ? text.favouritesFull : null)
    if (!isFull && isNew(sku)) setChosen([...chosen, sku])
  }
  const move = (place: number, by: -1 | 1) => {
    const next = [...chosen]
    next.splice(place + by, 0, ...next.splice(place, 1))
    setChosen(next)
  }
  const takeOff = (sku: FoundSku) => {
    setProblem(null)
    setChosen(chosen.filter(({ id }) => id !== sku.id))
    // The button that was pressed goes with its row.
    list.current?.focus()
  }
  const onScan = useEffectEvent(async (code: string) => {
    try {
      const { items: found } = await client.fetchQuery(skuSearchQuery(code))
      const sku = found.find((one) => one.active && isExactly(one, code))
      if (sku === undefined) setProblem(text.favouriteUnknown)
      else addLate(sku)
    } catch (error) {
      setProblem(messageOf(error))
    }
  })
  // What was read is looked up first, and the list may be another by then.
  const addLate = useEffectEvent(add)
  useEffect(() => {
    scans.current = (code) => onScan(code)
    return () => {
      scans.current = null
    }
  }, [scans])

  const save = async () => {
    setSaving(true)
    setProblem(null)
    try {
      const saved = await call('skus.setFavourites', { body: { sku_ids: chosen.map(({ id }) => id) } })
      client.setQueryData(skuSearchQuery('').queryKey, saved)
      toast({ message: text.favouritesSaved })
      onClose()
    } catch (error) {
      setProblem(messageOf(error))
      setSaving(false)
    }
  }

  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={text.favouritesEdit}
      description={text.favouritesNote(limits.favouritesMax)}
      locked={isSaving}
      footer={
        <Button block busy={isSaving} onClick={() => void save()}>
          {text.favouritesSave}
        </Button>
      }
    >
      <div className={styles.form}>
        {problem !== null && <InfoStrip role="alert" icon={iconWarn} tone="bad" title={problem} />}
        <SkuHits
          label={text.favouriteAdd}
          placeholder={text.search}
          className={styles.hits}
          isWanted={(sku) => sku.active && isNew(sku)}
          onPick={add}
          none={<li className={styles.none}>{text.notFound}</li>}
        >
          {(sku) => (
            <>
              {sku.name} <span className={styles.meta}>{sku.sku}</span>
            </>
          )}
        </SkuHits>
        <ol ref={list} tabIndex={-1} className={styles.rows} aria-label={text.favourites}>
          {chosen.map((sku, place) => (
            <li key={sku.id} className={styles.row}>
              <ArticlePicture picture={sku.picture} photo={sku.photo?.tile ?? null} size={48} />
              <span className={styles.names}>
                <b className={styles.name}>{sku.name}</b>
                <span className={styles.meta}>
                  {sku.sku} <Amount value={sku.price} unit="¥" size="text" />
                </span>
              </span>
              <span className={styles.tools}>
                <Button
                  size="s"
                  variant="quiet"
                  aria-label={`${text.favouriteUp}：${sku.name}`}
                  disabled={place === 0}
                  onClick={() => move(place, -1)}
                >
                  {text.favouriteUp}
                </Button>
                <Button
                  size="s"
                  variant="quiet"
                  aria-label={`${text.favouriteDown}：${sku.name}`}
                  disabled={place === chosen.length - 1}
                  onClick={() => move(place, 1)}
                >
                  {text.favouriteDown}
                </Button>
                <Button
                  size="s"
                  variant="quiet"
                  aria-label={`${text.favouriteOff}：${sku.name}`}
                  onClick={() => takeOff(sku)}
                >
                  {text.favouriteOff}
                </Button>
              </span>
            </li>
          ))}
        </ol>
      </div>
    </Sheet>
  )
}
