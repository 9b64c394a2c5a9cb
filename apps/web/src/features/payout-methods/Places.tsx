import type { BankPlace } from '@shirogane/contract/payout-methods'
import { Card } from '@shirogane/ui/Card'
import { ErrorPanel } from '@shirogane/ui/ErrorPanel'
import { Field } from '@shirogane/ui/Field'
import { iconSearch } from '@shirogane/ui/icons-later'
import { MenuRow } from '@shirogane/ui/MenuRow'
import { TextInput } from '@shirogane/ui/TextInput'
import type { ReactNode } from 'react'
import { messageOf } from '../../lib/api.ts'
import { linkTo } from '../../lib/navigation.tsx'
import { text } from './text.ts'
import styles from './payout-methods.module.css'

type PlacesProps = {
  label: string
  typed: string
  onType: (typed: string) => void
  found: { items: readonly BankPlace[] | undefined; error: unknown; onRetry: () => void }
  addressOf: (code: string) => string
  /** Stands while nothing is typed. */
  children?: ReactNode
}

/** A search for a bank or a branch, and what it found. */
export function Places({ label, typed, onType, found, addressOf, children }: PlacesProps) {
  const isAsked = typed.trim() !== ''
  return (
    <>
      <Field label={label}>
        <TextInput
          type="search"
          icon={iconSearch}
          value={typed}
          maxLength={40}
          autoComplete="off"
          enterKeyHint="search"
          onChange={(event) => onType(event.target.value)}
        />
      </Field>
      {!isAsked && children}
      {isAsked && found.error !== null && (
        <ErrorPanel message={messageOf(found.error)} onRetry={found.onRetry} />
      )}
      {isAsked && found.items !== undefined && (
        <>
          <p className={styles.found} role="status">
            {found.items.length === 0 ? text.notFound : text.found(found.items.length)}
          </p>
          {found.items.length > 0 && (
            <Card as="ul" aria-label={text.results}>
              {found.items.map((place) => (
                <li key={place.code}>
                  <MenuRow
                    end={<span className="figures">{place.code}</span>}
                    render={linkTo(addressOf(place.code))}
                  >
                    {place.name}
                  </MenuRow>
                </li>
              ))}
            </Card>
          )}
        </>
      )}
    </>
  )
}
