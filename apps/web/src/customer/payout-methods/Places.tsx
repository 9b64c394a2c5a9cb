import { limits } from '@shirogane/contract/rules/limits'
import type { BankPlace } from '@shirogane/contract/resources/members/payout-methods'
import { Card } from '@shirogane/ui/layout/Card'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { iconSearch } from '@shirogane/ui/icons/icons-lazy'
import { MenuRow } from '@shirogane/ui/actions/MenuRow'
import { Pending, Skeleton } from '@shirogane/ui/states/Skeleton'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { serverMessageOf } from '../../shell/api/api.ts'
import { linkTo } from '../../shell/navigation/navigation.tsx'
import { text } from './text.ts'
import styles from './payout-methods.module.css'

type PlacesProps = {
  label: string
  typed: string
  onType: (typed: string) => void
  /** What of it has been asked for: until it has rested there is nothing to show. */
  rested: string
  found: UseQueryResult<{ items: readonly BankPlace[] }>
  addressOf: (code: string) => string
  /** Stands while nothing is typed. */
  children?: ReactNode
}

/** A search for a bank or a branch, and what it found. */
export function Places({ label, typed, onType, rested, found, addressOf, children }: PlacesProps) {
  const isAsked = typed.trim() !== ''
  const items = rested === '' ? undefined : found.data?.items
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
      {isAsked &&
        (found.isError ? (
          <ErrorPanel message={serverMessageOf(found.error)} onRetry={() => found.refetch()} />
        ) : (
          <Pending isPending={items === undefined} skeleton={<Skeleton height={54} />}>
            {() => <Found items={items ?? []} addressOf={addressOf} />}
          </Pending>
        ))}
    </>
  )
}

function Found({ items, addressOf }: { items: readonly BankPlace[] } & Pick<PlacesProps, 'addressOf'>) {
  return (
    <>
      <p className={styles.found} role="status">
        {items.length === 0
          ? text.notFound
          : items.length < limits.bankRowsMax
            ? text.found(items.length)
            : text.foundMany(items.length)}
      </p>
      {items.length > 0 && (
        <Card as="ul" aria-label={text.results}>
          {items.map((place) => (
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
  )
}
