import { Field } from '@shirogane/ui/Field'
import { PillButton } from '@shirogane/ui/PillButton'
import { TextInput } from '@shirogane/ui/TextInput'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { skuSearchQuery } from '../queries.ts'
import { skuQuery } from './queries.ts'
import { text } from './text.ts'
import styles from './sales.module.css'

const typingPauseMs = 250
const shownMax = 5

/** Articles of which any one is enough, each named by its id in the address and by its name here. */
export function SkuPicker({ chosen, onChange }: { chosen: string; onChange: (skus: string) => void }) {
  const ids = chosen.split(',').filter(Boolean)
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), typingPauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  const hits = useQuery({ ...skuSearchQuery(asked), enabled: asked !== '' })
  const named = useQueries({ queries: ids.map((id) => skuQuery(id)) })
  const nameOf = (place: number) => named[place]?.data?.name ?? ''
  const free = (hits.data?.items ?? []).filter(({ id }) => !ids.includes(id)).slice(0, shownMax)
  return (
    <div className={styles.skus}>
      <Field label={text.sku}>
        <TextInput
          size="s"
          type="search"
          placeholder={text.skuSearch}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      {asked !== '' && free.length > 0 && (
        <ul className={styles.hits}>
          {free.map(({ id, name, sku }) => (
            <li key={id}>
              <button
                type="button"
                onClick={() => {
                  setTyped('')
                  setAsked('')
                  onChange([...ids, id].join(','))
                }}
              >
                {name} <span className={styles.small}>{sku}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
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
