import { AlertDialog } from '@shirogane/ui/AlertDialog'
import { Button } from '@shirogane/ui/Button'
import { Card } from '@shirogane/ui/Card'
import { EmptyState } from '@shirogane/ui/EmptyState'
import { Field } from '@shirogane/ui/Field'
import { Sheet } from '@shirogane/ui/Sheet'
import { TextInput } from '@shirogane/ui/TextInput'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { longDate } from '../../../lib/dates.ts'
import { useGo } from '../../../lib/navigation.tsx'
import { paths } from '../../../lib/paths.ts'
import { colleaguesQuery, skuQuery } from './queries.ts'
import { readSearches, removeSearch, renameSearch, type SavedSearch } from './saved.ts'
import { text } from './text.ts'
import styles from './sales.module.css'

/** Searches that somebody keeps on this device, to be run again. */
export function SavedTab() {
  const go = useGo()
  const [searches, setSearches] = useState(readSearches)
  const [renaming, setRenaming] = useState<SavedSearch | null>(null)
  const [removing, setRemoving] = useState<SavedSearch | null>(null)
  if (searches.length === 0) return <EmptyState title={text.savedEmpty} />
  const run = ({ filter }: SavedSearch) =>
    go(paths.adminTab('transactions', { ...filter, date: filter.date === '' ? 'all' : filter.date }))
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
          onName={(name) => {
            setSearches(renameSearch(renaming.id, name))
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
        onConfirm={() => {
          if (removing !== null) setSearches(removeSearch(removing.id))
          setRemoving(null)
        }}
        onCancel={() => setRemoving(null)}
      />
    </div>
  )
}

/** The name that somebody gave it, and what it asks for in words. */
function Words({ search: { name, filter } }: { search: SavedSearch }) {
  const colleagues = useQuery(colleaguesQuery()).data?.items ?? []
  const skus = useQueries({
    queries: filter.skus
      .split(',')
      .filter(Boolean)
      .map((id) => skuQuery(id)),
  })
  const employee = colleagues.find(({ id }) => id === filter.employee_id)
  const store = colleagues.find(({ details }) => details?.store_id === filter.store_id)?.details?.store_name
  const words = [
    filter.date === '' ? text.allDays : longDate(filter.date),
    ...(store == null ? [] : [store]),
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
  onName: (name: string) => void
  onClose: () => void
}) {
  const [name, setName] = useState(search.name)
  const [isChecked, setChecked] = useState(false)
  const submit = () => {
    setChecked(true)
    if (name.trim() !== '') onName(name.trim())
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
      <Field
        label={text.savedName}
        error={isChecked && name.trim() === '' ? text.savedNameNeeded : undefined}
      >
        <TextInput value={name} maxLength={30} onChange={(event) => setName(event.target.value)} />
      </Field>
    </Sheet>
  )
}
