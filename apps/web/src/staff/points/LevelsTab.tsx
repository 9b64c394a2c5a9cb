import type { AdminRank } from '@shirogane/contract/resources/members/levels'
import { Button } from '@shirogane/ui/actions/Button'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { RankMedal } from '@shirogane/ui/data/RankMedal'
import { readNumber } from '@shirogane/ui/inputs/read-number'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { Table, type TableColumn } from '@shirogane/ui/data/Table'
import { TextArea } from '@shirogane/ui/inputs/TextArea'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, serverMessageOf } from '../../shell/api/api.ts'
import { percentText } from '../../shared/figures/figures.ts'
import { pointsText, yenText } from '../../shared/money/money.ts'
import { useGo, useSearchParam } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { refetch } from '../../shell/queries/queries.ts'
import { Unsaved } from '../../shell/navigation/Unsaved.tsx'
import { ListPane, Pane, Panes } from '../shared/lists/Panes.tsx'
import { Changes } from '../shared/forms/Changes.tsx'
import { levelsQuery } from './queries.ts'
import { useHolds } from '../shared/queries.ts'
import { text as adminText } from '../shared/text.ts'
import { changedOf, useEdited } from '../shared/forms/use-edited.ts'
import { text } from './levels-text.ts'
import panes from '../shared/lists/panes.module.css'
import styles from './points.module.css'

const columns: readonly TableColumn<AdminRank>[] = [
  {
    key: 'name',
    header: text.columns.name,
    cell: (row) => (
      <span className={styles.rank}>
        <RankMedal rank={row.level_index} size={40} />
        {row.name}
      </span>
    ),
    width: '10rem',
  },
  {
    key: 'quota',
    header: text.columns.quota,
    cell: (row) => yenText(row.quota),
    numeric: true,
    width: '11rem',
  },
  {
    key: 'rate',
    header: text.columns.rate,
    cell: (row) => percentText(row.point_rate),
    numeric: true,
    width: '5.5rem',
  },
  {
    key: 'birthday',
    header: text.columns.birthday,
    cell: (row) => pointsText(row.birthday_points),
    numeric: true,
    width: '8.5rem',
  },
  {
    key: 'benefits',
    header: text.columns.benefits,
    cell: (row) => <span className={panes.cut}>{row.benefits.join('、') || text.none}</span>,
  },
  {
    key: 'members',
    header: text.columns.members,
    cell: (row) => text.membersCount(row.members),
    numeric: true,
    width: '7rem',
  },
]

/** The ladder of ranks: what each asks for, what it gives, and who stands on it. */
export function LevelsTab() {
  const go = useGo()
  const id = useSearchParam('id')
  const query = useQuery(levelsQuery())
  const mayChange = useHolds('levels')
  const show = (next: string | undefined) =>
    go(paths.adminTab('levels', next === undefined ? {} : { id: next }), {
      replace: true,
      resetScroll: false,
    })
  const open = query.data?.items.find((rank) => rank.id === id)
  return (
    <Panes>
      <ListPane title={text.title}>
        {query.isError && (
          <ErrorPanel message={serverMessageOf(query.error)} onRetry={() => query.refetch()} />
        )}
        {query.isPending && <Skeleton height={320} />}
        {query.data && (
          <>
            <Table
              caption={text.title}
              columns={
                open === undefined
                  ? columns
                  : columns.filter(({ key }) => key !== 'benefits' && key !== 'birthday')
              }
              rows={query.data.items}
              rowKey={(row) => row.id}
              selectedKey={id}
              onOpen={(row) => show(row.id)}
            />
            <Changes changes={query.data.changes} names={text.fields} />
          </>
        )}
      </ListPane>
      {open !== undefined && (
        <Pane label={open.name} onClose={() => show(undefined)}>
          <RankForm key={open.id} rank={open} mayChange={mayChange} />
        </Pane>
      )}
    </Panes>
  )
}

/** An empty field is no rate of nothing: what is meant by 0 is written as one. */
const numberOf = (typed: string, factor = 1): number => readNumber(typed, factor) ?? Number.NaN

/** What stands in the fields: text, as it was typed. */
const typedOf = (rank: AdminRank) => ({
  name: rank.name,
  quota: String(rank.quota),
  rate: String(rank.point_rate / 100),
  birthday: String(rank.birthday_points),
  benefits: rank.benefits.join('\n'),
})

const termsOf = ({ name, quota, rate, birthday, benefits }: ReturnType<typeof typedOf>) => ({
  name: name.trim(),
  quota: numberOf(quota),
  point_rate: numberOf(rate, 100),
  birthday_points: numberOf(birthday),
  benefits: benefits
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== ''),
})

function RankForm({ rank: shown, mayChange }: { rank: AdminRank; mayChange: boolean }) {
  const toast = useToast()
  const client = useQueryClient()
  const form = useEdited(shown, typedOf, async () =>
    (await client.fetchQuery({ ...levelsQuery(), staleTime: 0 })).items.find(({ id }) => id === shown.id),
  )
  const { seen: rank, typed, set } = form
  const [error, setError] = useState<string | null>(null)
  const next = termsOf(typed)
  const changes = [
    { label: text.name, before: rank.name, after: next.name },
    { label: text.quota, before: yenText(rank.quota), after: yenText(next.quota) },
    {
      label: text.rate,
      before: percentText(rank.point_rate),
      after: percentText(next.point_rate),
    },
    {
      label: text.birthday,
      before: pointsText(rank.birthday_points),
      after: pointsText(next.birthday_points),
    },
    {
      label: text.benefits,
      before: rank.benefits.join('、') || text.none,
      after: next.benefits.join('、') || text.none,
    },
  ].filter(({ before, after }) => before !== after)
  const errorOf = (value: number) => (Number.isNaN(value) ? adminText.noNumber : undefined)
  const isWhole = [next.quota, next.point_rate, next.birthday_points].every((value) =>
    Number.isSafeInteger(value),
  )

  async function save(): Promise<void> {
    setError(null)
    try {
      const { changed, before } = changedOf(next, termsOf(typedOf(rank)), rank)
      form.saved(await call('admin.updateLevel', { params: { id: rank.id }, body: { ...changed, before } }))
      refetch('admin.levels')
      toast({ message: text.saved, kind: 'ok' })
    } catch (failure) {
      setError(await form.problemOf(failure))
    }
  }
  return (
    <>
      <Unsaved when={form.isTouched} within="id" />
      <h3 className={panes.name}>{rank.name}</h3>
      <fieldset className={styles.fixed} disabled={!mayChange}>
        <Field label={text.name} need="required">
          <TextInput
            value={typed.name}
            maxLength={12}
            onChange={(event) => set({ name: event.target.value })}
          />
        </Field>
        <Field label={text.quota} error={errorOf(next.quota)} helper={text.quotaHelp}>
          <TextInput
            inputMode="numeric"
            value={typed.quota}
            disabled={rank.level_index === 0}
            trailing={text.yenUnit}
            onChange={(event) => set({ quota: event.target.value })}
          />
        </Field>
        <Field label={text.rate} error={errorOf(next.point_rate)}>
          <TextInput
            inputMode="decimal"
            value={typed.rate}
            trailing={text.percentUnit}
            onChange={(event) => set({ rate: event.target.value })}
          />
        </Field>
        <Field label={text.birthday} error={errorOf(next.birthday_points)}>
          <TextInput
            inputMode="numeric"
            value={typed.birthday}
            trailing="pt"
            onChange={(event) => set({ birthday: event.target.value })}
          />
        </Field>
        <Field label={text.benefits} helper={text.benefitsHelp}>
          <TextArea
            rows={3}
            value={typed.benefits}
            onChange={(event) => set({ benefits: event.target.value })}
          />
        </Field>
      </fieldset>
      {changes.length > 0 && isWhole && (
        <section>
          <h4 className={panes.historyTitle}>{text.change}</h4>
          <dl className={panes.facts}>
            {changes.map(({ label, before, after }) => (
              <div key={label} className={styles.change}>
                <dt>{label}</dt>
                <dd>{text.arrow(before, after)}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {error !== null && <InfoStrip role="alert" icon={iconWarn} tone="bad" title={error} />}
      {mayChange && (
        <Button block disabled={changes.length === 0 || !isWhole || next.name === ''} onClick={save}>
          {text.save}
        </Button>
      )}
    </>
  )
}
