import type { FoundSku } from '@shirogane/contract/resources/brand/skus'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useRested } from '../../../shared/figures/use-rested.ts'
import { skuSearchQuery } from '../queries.ts'

const shownMax = 5

type SkuHitsProps = {
  label: string
  placeholder: string
  /** The look of the list. */
  className: string | undefined
  isWanted: (sku: FoundSku) => boolean
  onPick: (sku: FoundSku) => void
  /** Stands in place of the list where nothing is found. */
  none?: ReactNode
  /** What is shown of an article. */
  children: (sku: FoundSku) => ReactNode
}

/** Finds articles by what is typed, for one of them to be taken; then the box is empty again. */
export function SkuHits(props: SkuHitsProps) {
  const { label, placeholder, className, isWanted, onPick, none, children } = props
  const [typed, setTyped] = useState('')
  const asked = useRested(typed.trim())
  const hits = useQuery({ ...skuSearchQuery(asked), enabled: asked !== '' })
  const found = hits.data?.items.filter(isWanted).slice(0, shownMax)
  const isShown = typed !== '' && asked !== '' && found !== undefined
  return (
    <div>
      <Field label={label}>
        <TextInput
          size="s"
          type="search"
          placeholder={placeholder}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      {isShown && (found.length > 0 || none !== undefined) && (
        <ul className={className}>
          {found.length === 0 && none}
          {found.map((sku) => (
            <li key={sku.id}>
              <button
                type="button"
                onClick={() => {
                  setTyped('')
                  onPick(sku)
                }}
              >
                {children(sku)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
