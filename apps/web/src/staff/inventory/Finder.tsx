import { iconSearch } from '@shirogane/ui/icons/icons-lazy'
import type { FoundSku } from '@shirogane/contract/resources/brand/skus'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../shell/api/api.ts'
import { useRested } from '../../shared/figures/use-rested.ts'
import { skuSearchQuery } from '../shared/queries.ts'
import { ArticlePicture } from '../shared/articles/ArticlePicture.tsx'
import { isExactly, isPayCode } from '../shared/scanner/code.ts'
import { useScanner } from '../shared/scanner/use-scanner.ts'
import { text } from './text.ts'
import styles from './inventory.module.css'

const shownMost = 6

/** Finds articles by a scan anywhere on the page, by their number with Enter, or by a part of their name. */
export function Finder({
  onFound,
  isPaused = false,
}: {
  onFound: (sku: FoundSku) => void
  isPaused?: boolean
}) {
  const client = useQueryClient()
  const toast = useToast()
  const [typed, setTyped] = useState('')
  const query = useRested(typed.trim())
  const search = useQuery({ ...skuSearchQuery(query), enabled: query !== '' })
  const items = query === '' || typed.trim() === '' ? [] : (search.data?.items ?? []).slice(0, shownMost)

  async function find(code: string): Promise<void> {
    try {
      const { items: found } = await client.fetchQuery(skuSearchQuery(code))
      const exact = found.find((item) => isExactly(item, code))
      const chosen = exact ?? (found.length === 1 ? found[0] : undefined)
      if (chosen) pick(chosen)
      else if (found.length === 0)
        toast({ message: text.unknownCode(isPayCode(code) ? null : code), kind: 'error' })
    } catch (error) {
      toast({ message: messageOf(error), kind: 'error' })
    }
  }
  function pick(sku: FoundSku): void {
    setTyped('')
    onFound(sku)
  }
  useScanner({ onScan: (code) => void find(code), onTyped: () => () => {}, isPaused })

  return (
    <div className={styles.finder}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (typed.trim() !== '') void find(typed.trim())
        }}
      >
        <TextInput
          type="search"
          size="s"
          icon={iconSearch}
          aria-label={text.search}
          placeholder={text.search}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </form>
      {items.length > 0 && (
        <ul className={styles.found}>
          {items.map((sku) => (
            <li key={sku.id}>
              <button type="button" className={styles.foundItem} onClick={() => pick(sku)}>
                <ArticlePicture picture={sku.picture} photo={sku.photo?.tile ?? null} size={40} />
                <span className={styles.names}>
                  <b>{sku.name}</b>
                  <span className={styles.sku}>{sku.sku}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
