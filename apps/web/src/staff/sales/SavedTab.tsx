import type { SavedSearch } from '@shirogane/contract/resources/sales/saved-searches'
import { limits } from '@shirogane/contract/rules/limits'
import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { Button } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf, serverMessageOf } from '../../shell/api/api.ts'
import { longDate } from '../../shared/dates/dates.ts'
import { useGo } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { skuQuery } from './queries.ts'
import { anyToday, removeSearch, renameSearch, savedQuery } from './saved.ts'
import { text } from './text.ts'
import { useNames } from './use-names.ts'
import styles from './sales.module.css'

/** Searches that a person keeps, to be run again at any register where they stand. */
export function SavedTab() {
  const go = useGo()
  const toast = useToast()
  const query = useQuery(savedQuery())
  const [renaming, setRenaming] = useState<SavedSearch | null>(null)
  const [removing, setRemoving] = useState<SavedSearch | null>(null)
  if (query.isLoadingError)
    return <ErrorPanel message={serverMessageOf(query.error)} onRetry={() => query.refetch()} />
  if (query.data === undefined) return <Skeleton height={320} />
  const searches = query.data.items
  if (searches.length === 0) return <EmptyState title={text.savedEmpty} />
  const run = ({ filter }: SavedSearch) =>
    go(
      paths.adminTab('transactions', {
        ...filter,
        date: filter.date === '' ? 'all' : filter.date === anyToday ? undefined : filter.date,
      }),
    )
  return (
    <div className={styles.saved}>
      <h2 className={styles.title}>{text.saved}</h2>
      <ul className={styles.cards}>
        {searches.map((search) => (
          <li key={search.id}>
            <Card className={styles.card}>
              <Words search={search} />
              <p className={styles.small}>{text.savedCount(search.count)}</p>
              <div className={styles.acts}>
                <Button size="s" onClick={() => run(search)}>
                  {text.savedRun}
                </Button>
                <Button variant="secondary" size="s" onClick={() => setRenaming(search)}>
                  {text.savedRename}
                </Button>
                <Button variant="secondary" size="s" onClick={() => setRemoving(search)}>
                  {text.savedRemove}
                </Button>
              </div>
            </Card>
          </li>
        ))}
      </ul>
      {renaming !== null && (
        <Rename
          search={renaming}
          onName={async (name) => {
            await renameSearch(renaming.id, name)
            setRenaming(null)
          }}
          onClose={() => setRenaming(null)}
        />
      )}
      <AlertDialog
        isOpen={removing !== null}
        title={text.savedRemoveQuestion}
        confirmLabel={text.savedRemove}
        destructive
        onConfirm={async () => {
          try {
            if (removing !== null) await removeSearch(removing.id)
          } catch (error) {
            toast({ message: messageOf(error), kind: 'error' })
          }
          setRemoving(null)
        }}
        onCancel={() => setRemoving(null)}
      />
    </div>
  )
}

function daysOf({ date, until }: SavedSearch['filter']): string {
  if (date === '') return text.allDays
  if (date === anyToday) return text.today
  return until === '' || until === date ? longDate(date) : `${longDate(date)}〜${longDate(until)}`
}

/** The name that the person gave it, and what it asks for in words. */
function Words({ search: { name, filter } }: { search: SavedSearch }) {
  const { stores, people } = useNames()
  const skus = useQueries({
    queries: filter.skus
      .split(',')
      .filter(Boolean)
      .map((id) => skuQuery(id)),
  })
  const employee = people.find(({ id }) => id === filter.employee_id)
  const store = stores.find(({ id }) => id === filter.store_id)
  const words = [
    daysOf(filter),
    ...(filter.amount_from === '' && filter.amount_until === ''
      ? []
      : [text.amounts(filter.amount_from, filter.amount_until)]),
    ...(store === undefined ? [] : [store.name]),
    ...(employee === undefined ? [] : [employee.name]),
    ...skus.flatMap(({ data }) => (data === undefined ? [] : [data.name])),
    ...(filter.q === '' ? [] : [filter.q]),
  ].join('・')
  return (
    <>
      <h3 className={styles.cardName}>{name === '' ? words : name}</h3>
      {name !== '' && <p className={styles.small}>{words}</p>}
    </>
  )
}

function Rename({
  search,
  onName,
  onClose,
}: {
  search: SavedSearch
  onName: (name: string) => Promise<void>
  onClose: () => void
}) {
  const [name, setName] = useState(search.name)
  const [isChecked, setChecked] = useState(false)
  const [problem, setProblem] = useState<string>()
  const submit = async () => {
    setChecked(true)
    if (name.trim() === '') return
    try {
      await onName(name.trim())
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={text.savedRename}
      footer={
        <Button block onClick={submit}>
          {text.save}
        </Button>
      }
    >
      <Field label={text.savedName} error={isChecked && name.trim() === '' ? text.savedNameNeeded : problem}>
        <TextInput
          value={name}
          maxLength={limits.savedSearchNameMax}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
    </Sheet>
  )
}
