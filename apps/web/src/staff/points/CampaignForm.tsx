import { type CampaignKind, exceedsPremium } from '@shirogane/contract/terms/campaign-terms'
import type { AdminCampaignDetail, CampaignBody } from '@shirogane/contract/resources/members/campaigns'
import { isCalendarDate } from '@shirogane/contract/inputs/person'
import { Button } from '@shirogane/ui/actions/Button'
import { Checkbox } from '@shirogane/ui/inputs/Checkbox'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { readNumber } from '@shirogane/ui/inputs/read-number'
import { Select } from '@shirogane/ui/inputs/Select'
import { Switch } from '@shirogane/ui/inputs/Switch'
import { TextArea } from '@shirogane/ui/inputs/TextArea'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react'
import { call } from '../../shell/api/api.ts'
import { dateInTokyo, todayInTokyo } from '../../shared/dates/dates.ts'
import { Unsaved } from '../../shell/navigation/Unsaved.tsx'
import { uuid7 } from '../../shell/api/uuid7.ts'
import { text as adminText } from '../shared/text.ts'
import { changedOf, useEdited } from '../shared/forms/use-edited.ts'
import { campaignQuery, levelsQuery } from './queries.ts'
import { endOf, lastDayOf, startOf } from './show.ts'
import { text } from './text.ts'
import panes from '../shared/lists/panes.module.css'
import styles from './points.module.css'

type Props = {
  campaign: AdminCampaignDetail | null
  stores: readonly { id: string; name: string }[]
  onDone: (campaign: AdminCampaignDetail) => void
  onCancel: () => void
}

/** What stands in the fields: text, as it was typed. */
function typedOf(campaign: AdminCampaignDetail | null) {
  const number = (value: number | null | undefined, divisor = 1) =>
    value === null || value === undefined ? '' : String(value / divisor)
  return {
    name: campaign?.name ?? '',
    description: campaign?.description ?? '',
    kind: campaign?.kind ?? 'rate_add',
    percent: number(campaign?.rate_bp, 100),
    times: number(campaign?.factor_bp, 10_000),
    points: number(campaign?.points),
    first: campaign === null ? todayInTokyo() : dateInTokyo(campaign.starts_at),
    last: campaign === null ? todayInTokyo() : lastDayOf(campaign.ends_at),
    needs_entry: campaign?.needs_entry ?? false,
    stackable: campaign?.stackable ?? true,
    payment_min: number(campaign?.payment_min ?? 1),
    member_max: number(campaign?.member_max),
    budget: number(campaign?.budget),
    points_days: number(campaign?.points_days),
    store_ids: campaign?.store_ids ?? ([] as string[]),
    level_indexes: campaign?.level_indexes ?? ([] as number[]),
  }
}
type Typed = ReturnType<typeof typedOf>

/** The fields for a number, with what one of their units is here. */
const factors = {
  percent: 100,
  times: 10_000,
  points: 1,
  payment_min: 1,
  member_max: 1,
  budget: 1,
  points_days: 1,
} as const
type NumberKey = keyof typeof factors
const numberOf = (typed: Typed, key: NumberKey) => readNumber(typed[key], factors[key])
/** The one that each kind has a field for. */
const numberOfKind = {
  rate_add: 'percent',
  multiplier: 'times',
  fixed_point: 'points',
  lottery: null,
} as const

function bodyOf(typed: Typed): Omit<CampaignBody, 'id'> {
  const { kind } = typed
  return {
    name: typed.name.trim(),
    description: typed.description.trim(),
    kind,
    rate_bp: kind === 'rate_add' ? (numberOf(typed, 'percent') ?? null) : null,
    factor_bp: kind === 'multiplier' ? (numberOf(typed, 'times') ?? null) : null,
    points: kind === 'fixed_point' ? (numberOf(typed, 'points') ?? null) : null,
    stackable: typed.stackable,
    starts_at: startOf(typed.first),
    ends_at: endOf(typed.last),
    needs_entry: typed.needs_entry,
    payment_min: numberOf(typed, 'payment_min') ?? 1,
    store_ids: typed.store_ids.length === 0 ? null : typed.store_ids,
    level_indexes: typed.level_indexes.length === 0 ? null : typed.level_indexes,
    member_max: numberOf(typed, 'member_max') ?? null,
    budget: numberOf(typed, 'budget') ?? null,
    points_days: numberOf(typed, 'points_days') ?? null,
  }
}

/**
 * What the writer has changed of a campaign, beside what they saw: a moment that no field can show is not written back.
 */
function changeOf(seen: AdminCampaignDetail, body: Omit<CampaignBody, 'id'>) {
  const { changed, before } = changedOf(body, bodyOf(typedOf(seen)), seen)
  return { ...changed, before }
}

export function CampaignForm({ campaign, stores, onDone, onCancel }: Props) {
  const client = useQueryClient()
  const form = useEdited(campaign, typedOf, async () =>
    campaign === null ? undefined : client.fetchQuery({ ...campaignQuery(campaign.id), staleTime: 0 }),
  )
  const { seen, typed, set } = form
  // One id for one form: sent twice, it makes one campaign.
  const [newId] = useState(uuid7)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [made, setMade] = useState<AdminCampaignDetail | null>(null)
  const leave = useEffectEvent(onDone)
  // By then nothing asks any more whether what was typed may go.
  useEffect(() => {
    if (made !== null) leave(made)
  }, [made])
  const levels = useQuery(levelsQuery()).data?.items ?? []
  const hasBegun = seen !== null && seen.state !== 'planned'
  /** Said at its field, and in the way of saving: a limit that cannot be read is not no limit. */
  const errorOf = (key: NumberKey) => (numberOf(typed, key) === undefined ? adminText.noNumber : undefined)
  const isReadable = (
    [numberOfKind[typed.kind], 'payment_min', 'member_max', 'budget', 'points_days'] as const
  ).every((key) => key === null || errorOf(key) === undefined)
  const input = (key: NumberKey) => ({
    value: typed[key],
    inputMode: 'decimal' as const,
    onChange: (event: { target: { value: string } }) => set({ [key]: event.target.value }),
  })
  const topRate = Math.max(
    0,
    ...levels
      .filter(
        ({ level_index }) => typed.level_indexes.length === 0 || typed.level_indexes.includes(level_index),
      )
      .map(({ point_rate }) => point_rate),
  )
  const isValidPeriod = isCalendarDate(typed.first) && isCalendarDate(typed.last) && typed.first <= typed.last
  const body = isValidPeriod && isReadable ? bodyOf(typed) : null
  const exceeds = body !== null && exceedsPremium(body, topRate)

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (body === null || isBusy) return
    setBusy(true)
    setError(null)
    try {
      setMade(
        seen === null
          ? await call('admin.createCampaign', { body: { id: newId, ...body } })
          : await call('admin.updateCampaign', { params: { id: seen.id }, body: changeOf(seen, body) }),
      )
    } catch (failure) {
      setError(await form.problemOf(failure))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
      <h3 className={panes.name}>{seen?.name ?? text.create}</h3>
      {hasBegun && <p className={styles.words}>{text.startedHelp}</p>}
      <Field label={text.fields['name']} need="required">
        <TextInput
          value={typed.name}
          maxLength={60}
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <Field label={text.fields['description']}>
        <TextArea
          rows={3}
          value={typed.description}
          maxLength={500}
          onChange={(event) => set({ description: event.target.value })}
        />
      </Field>
      <fieldset className={styles.fixed} disabled={hasBegun}>
        <Field label={text.fields['kind']} {...(typed.kind === 'lottery' && { error: text.lottery })}>
          <Select value={typed.kind} onChange={(event) => set({ kind: event.target.value as CampaignKind })}>
            {(['rate_add', 'multiplier', 'fixed_point', 'lottery'] as const).map((kind) => (
              <option key={kind} value={kind}>
                {text.kinds[kind]}
              </option>
            ))}
          </Select>
        </Field>
        {typed.kind === 'rate_add' && (
          <Field label={text.fields['rate_bp']} need="required" error={errorOf('percent')}>
            <TextInput {...input('percent')} trailing={text.percentUnit} />
          </Field>
        )}
        {typed.kind === 'multiplier' && (
          <Field label={text.fields['factor_bp']} need="required" error={errorOf('times')}>
            <TextInput {...input('times')} trailing={text.timesUnit} />
          </Field>
        )}
        {typed.kind === 'fixed_point' && (
          <Field label={text.fields['points']} need="required" error={errorOf('points')}>
            <TextInput {...input('points')} trailing="pt" />
          </Field>
        )}
        <Field label={text.firstDay} need="required">
          <TextInput
            type="date"
            value={typed.first}
            onChange={(event) => set({ first: event.target.value })}
          />
        </Field>
      </fieldset>
      <Field label={text.lastDay} need="required" helper={text.periodHelp}>
        <TextInput type="date" value={typed.last} onChange={(event) => set({ last: event.target.value })} />
      </Field>
      <fieldset className={styles.fixed} disabled={hasBegun}>
        <Field label={text.fields['payment_min']} error={errorOf('payment_min')}>
          <TextInput {...input('payment_min')} trailing={text.yenUnit} />
        </Field>
        <Field label={text.fields['points_days']} error={errorOf('points_days')} helper={text.regularHelp}>
          <TextInput {...input('points_days')} trailing={text.daysUnit} />
        </Field>
        <Field group label={text.fields['level_indexes']} helper={text.noneChosenLevels}>
          <div className={styles.choices}>
            {levels.map(({ level_index, name }) => (
              <Checkbox
                key={level_index}
                checked={typed.level_indexes.includes(level_index)}
                onChange={() => set({ level_indexes: toggled(typed.level_indexes, level_index) })}
              >
                {name}
              </Checkbox>
            ))}
          </div>
        </Field>
        <Field group label={text.fields['store_ids']} helper={text.noneChosenStores}>
          <div className={styles.choices}>
            {stores.map(({ id, name }) => (
              <Checkbox
                key={id}
                checked={typed.store_ids.includes(id)}
                onChange={() => set({ store_ids: toggled(typed.store_ids, id) })}
              >
                {name}
              </Checkbox>
            ))}
          </div>
        </Field>
        <Switch checked={typed.needs_entry} onChange={() => set({ needs_entry: !typed.needs_entry })}>
          {text.needsEntry}
        </Switch>
        <Switch checked={typed.stackable} onChange={() => set({ stackable: !typed.stackable })}>
          {text.stackable}
        </Switch>
      </fieldset>
      <Field label={text.fields['member_max']} error={errorOf('member_max')} helper={text.emptyNoLimit}>
        <TextInput {...input('member_max')} trailing="pt" />
      </Field>
      <Field label={text.fields['budget']} error={errorOf('budget')} helper={text.emptyNoLimit}>
        <TextInput {...input('budget')} trailing="pt" />
      </Field>
      {exceeds && (
        <InfoStrip role="status" icon={iconWarn} tone="warn" title={text.exceeds} text={text.exceedsLine} />
      )}
      {error !== null && <InfoStrip role="alert" icon={iconWarn} tone="bad" title={error} />}
      <Unsaved when={form.isTouched && made === null} within="id" />
      <div className={panes.buttons}>
        <Button type="button" variant="secondary" onClick={onCancel}>
          {text.cancel}
        </Button>
        <Button
          type="submit"
          busy={isBusy}
          disabled={body === null || typed.name.trim() === '' || typed.kind === 'lottery'}
        >
          {text.save}
        </Button>
      </div>
    </form>
  )
}

function toggled<T>(list: readonly T[], item: T): T[] {
  return list.includes(item) ? list.filter((one) => one !== item) : [...list, item]
}
