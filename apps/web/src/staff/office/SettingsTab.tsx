import { sentenceOf } from '@shirogane/contract/wire/errors'
import type { Setting } from '@shirogane/contract/resources/brand/office'
import {
  isSettingValue,
  type SettingKey,
  settingCatalogue,
  settingGroups,
  type SettingTerms,
  type SettingValue,
} from '@shirogane/contract/rules/setting-catalogue'
import { Button } from '@shirogane/ui/actions/Button'
import { Chip } from '@shirogane/ui/data/Chip'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { readNumber } from '@shirogane/ui/inputs/read-number'
import { Select } from '@shirogane/ui/inputs/Select'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { Switch } from '@shirogane/ui/inputs/Switch'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call, messageOf, serverMessageOf } from '../../shell/api/api.ts'
import { detailTime } from '../../shared/dates/dates.ts'
import { countText, percentText } from '../../shared/figures/figures.ts'
import { useGo, useSearchParam } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { refetch, refetched } from '../../shell/queries/queries.ts'
import { Unsaved } from '../../shell/navigation/Unsaved.tsx'
import { ListPane, Pane, Panes } from '../shared/lists/Panes.tsx'
import { storesQuery, useHolds } from '../shared/queries.ts'
import { History } from './History.tsx'
import { settingsQuery, showSetting } from './queries.ts'
import { StoreCreate, StoreDetail } from './StorePane.tsx'
import { text as adminText } from '../shared/text.ts'
import { text } from './text.ts'
import panes from '../shared/lists/panes.module.css'
import styles from './office.module.css'

const catalogue: Readonly<Record<string, SettingTerms | undefined>> = settingCatalogue

/** As people read it: with its unit, and basis points as a percentage. */
function shown(terms: SettingTerms, value: unknown): string {
  if (value === null || value === undefined || value === '') return text.empty
  if (typeof value === 'boolean') return value ? text.on : text.off
  if (terms.kind === 'choice') return terms.choices?.[String(value)] ?? String(value)
  if (typeof value !== 'number') return String(value)
  if (terms.kind === 'percent') return percentText(value)
  return `${countText(value)}${unitOf(terms)}`
}

function unitOf({ kind }: SettingTerms): string {
  return kind in text.units ? text.units[kind as keyof typeof text.units] : ''
}

const numberKinds: readonly string[] = ['yen', 'points', 'days', 'percent', 'pieces']

/** What was typed as the value that it means; undefined where it means none. */
function meant(terms: SettingTerms, typed: string): SettingValue | undefined {
  const words = typed.trim()
  if (words === '') return terms.optional ? null : undefined
  if (!numberKinds.includes(terms.kind)) return isSettingValue(terms, words) ? words : undefined
  const value = readNumber(words, terms.kind === 'percent' ? 100 : 1)
  return typeof value === 'number' && isSettingValue(terms, value) ? value : undefined
}

/** Every setting by its subject, with what holds now; one click from each to its change. */
export function SettingsTab() {
  const go = useGo()
  const key = useSearchParam('id')
  const query = useQuery(settingsQuery())
  const mayChange = useHolds('settings')
  const mayDecide = useHolds('settings.agree')
  const show = (next: string | undefined) =>
    go(paths.adminTab('settings', next === undefined ? {} : { id: next }), {
      replace: true,
      resetScroll: false,
    })
  const open = query.data?.items.find((setting) => setting.key === key)
  const stores = useQuery(storesQuery())
  const store = stores.data?.items.find(({ id }) => storeKey(id) === key)
  return (
    <Panes>
      <ListPane title={text.settings}>
        {!mayChange && query.data && <p className={styles.note}>{text.readOnly}</p>}
        {query.isError && (
          <ErrorPanel message={serverMessageOf(query.error)} onRetry={() => query.refetch()} />
        )}
        {query.isPending && <Skeleton height={420} />}
        {query.data && (
          <section className={styles.group}>
            <h3 className={styles.groupTitle}>{text.stores}</h3>
            {stores.isError && (
              <ErrorPanel message={serverMessageOf(stores.error)} onRetry={() => stores.refetch()} />
            )}
            {stores.isPending && <Skeleton height={132} />}
            {stores.data?.items.length === 0 && <EmptyState title={text.noStores} />}
            {stores.data?.items.map(({ id, code, name }) => (
              <button
                key={id}
                type="button"
                className={styles.setting}
                aria-current={storeKey(id) === key || undefined}
                onClick={() => show(storeKey(id))}
              >
                <span className={styles.storeName}>{name}</span>
                <span className={styles.storeCode}>{code}</span>
              </button>
            ))}
            {mayChange && (
              <Button variant="secondary" onClick={() => show(newStore)}>
                {text.addStore}
              </Button>
            )}
          </section>
        )}
        {query.data &&
          settingGroups.map((group) => (
            <section key={group} className={styles.group}>
              <h3 className={styles.groupTitle}>{text.groups[group]}</h3>
              {query.data.items
                .filter((setting) => setting.group === group)
                .map((setting) => (
                  <Line
                    key={setting.key}
                    setting={setting}
                    isOpen={setting.key === key}
                    onOpen={() => show(setting.key)}
                  />
                ))}
            </section>
          ))}
        {query.data && (
          <History
            changes={query.data.changes}
            nameOf={(name) => catalogue[name]?.label ?? name}
            show={(name, value) => {
              const terms = catalogue[name]
              return terms ? shown(terms, value) : String(value)
            }}
          />
        )}
      </ListPane>
      {open !== undefined && (
        <Pane label={catalogue[open.key]?.label ?? open.key} onClose={() => show(undefined)}>
          <Editor
            key={open.key}
            setting={open}
            mayChange={mayChange && open.waiting === null}
            mayDecide={mayDecide}
          />
        </Pane>
      )}
      {store !== undefined && (
        <StoreDetail key={store.id} id={store.id} mayChange={mayChange} onClose={() => show(undefined)} />
      )}
      {key === newStore && mayChange && (
        <StoreCreate onCreated={(id) => show(storeKey(id))} onClose={() => show(undefined)} />
      )}
    </Panes>
  )
}

const newStore = 'store:new'
const storeKey = (id: string) => `store:${id}`

function Line({ setting, isOpen, onOpen }: { setting: Setting; isOpen: boolean; onOpen: () => void }) {
  const terms = catalogue[setting.key]
  if (!terms) return null
  return (
    <button type="button" className={styles.setting} aria-current={isOpen || undefined} onClick={onOpen}>
      <span>{terms.label}</span>
      <span className={styles.settingValue}>
        {setting.waiting !== null && (
          <Chip small tone="warn">
            {text.waiting}
          </Chip>
        )}
        {setting.is_default && <Chip small>{text.isDefault}</Chip>}
        {shown(terms, setting.value)}
      </span>
    </button>
  )
}

/** A change that a second person has to approve, and what the reader can do with it. */
function Waiting({
  setting,
  waiting,
  mayDecide,
}: {
  setting: Setting
  waiting: NonNullable<Setting['waiting']>
  mayDecide: boolean
}) {
  const toast = useToast()
  const [error, setError] = useState<string | null>(null)
  const terms: SettingTerms = settingCatalogue[setting.key as SettingKey]
  const decide = async (decision: 'approved' | 'rejected' | 'withdrawn') => {
    setError(null)
    try {
      const next = await call('admin.decideSetting', {
        params: { key: setting.key },
        body: { id: waiting.id, decision },
      })
      showSetting(next)
      toast({ message: text.decided[decision], kind: 'ok' })
    } catch (failure) {
      setError(messageOf(failure))
      refetch('admin.settings', 'admin.setting')
    }
  }
  return (
    <section className={styles.change} aria-label={text.waiting}>
      <h4 className={styles.heading}>{text.waiting}</h4>
      <p>{text.arrow(shown(terms, waiting.before), shown(terms, waiting.value))}</p>
      <p className={styles.note}>
        {text.askedBy(waiting.requested_by)}　{detailTime(waiting.requested_at)}
      </p>
      {error !== null && <InfoStrip role="alert" icon={iconWarn} tone="bad" title={error} />}
      {waiting.own ? (
        <>
          <p className={styles.note}>{text.needsOther}</p>
          <Button type="button" variant="secondary" onClick={() => decide('withdrawn')}>
            {text.withdraw}
          </Button>
        </>
      ) : (
        mayDecide && (
          <>
            {waiting.is_linked && <p className={styles.note}>{sentenceOf('APPROVAL_LINKED')}</p>}
            <div className={panes.buttons}>
              <Button type="button" variant="secondary" onClick={() => decide('rejected')}>
                {text.reject}
              </Button>
              {!waiting.is_linked && (
                <Button type="button" onClick={() => decide('approved')}>
                  {text.approve}
                </Button>
              )}
            </div>
          </>
        )
      )}
    </section>
  )
}

function Editor({
  setting,
  mayChange,
  mayDecide,
}: {
  setting: Setting
  mayChange: boolean
  mayDecide: boolean
}) {
  const toast = useToast()
  const terms: SettingTerms = settingCatalogue[setting.key as SettingKey]
  const written = (value: SettingValue): string =>
    value === null ? '' : terms.kind === 'percent' ? String(Number(value) / 100) : String(value)
  // Null until the reader types: what holds may change meanwhile, by a colleague or with an approval.
  const [touched, setTouched] = useState<string | null>(null)
  const typed = touched ?? written(setting.value)
  const [error, setError] = useState<string | null>(null)
  const next: SettingValue | undefined = terms.kind === 'switch' ? typed === 'true' : meant(terms, typed)
  const isChanged = next !== setting.value
  const isNumber = numberKinds.includes(terms.kind)

  const save = async () => {
    if (next === undefined) return
    setError(null)
    try {
      const kept = await call('admin.updateSetting', {
        params: { key: setting.key },
        body: { before: setting.value, value: next },
      })
      showSetting(kept)
      setTouched(null)
      toast({ message: setting.takes_two ? text.asked : text.saved, kind: 'ok' })
    } catch (failure) {
      const isBehind = failure instanceof ApiError && failure.code === 'CONFLICT'
      await refetched('admin.settings').catch(() => {})
      setError(isBehind ? adminText.changedMeanwhile : messageOf(failure))
    }
  }
  const helper = isNumber
    ? text.bounds(shown(terms, terms.min), shown(terms, terms.max))
    : terms.kind === 'url'
      ? text.urlHelp
      : terms.kind === 'text'
        ? text.letters(terms.max)
        : undefined
  return (
    <form
      className={panes.form}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <h3 className={panes.name}>{terms.label}</h3>
      <p className={styles.key}>{setting.key}</p>
      {terms.help !== undefined && <p className={styles.note}>{terms.help}</p>}
      {setting.waiting !== null && (
        <Waiting setting={setting} waiting={setting.waiting} mayDecide={mayDecide} />
      )}
      <fieldset className={panes.form} disabled={!mayChange}>
        {terms.kind === 'switch' ? (
          <Switch checked={typed === 'true'} onChange={(event) => setTouched(String(event.target.checked))}>
            {terms.label}
          </Switch>
        ) : terms.kind === 'choice' ? (
          <Field label={text.value}>
            <Select value={typed} onChange={(event) => setTouched(event.target.value)}>
              {Object.entries(terms.choices ?? {}).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
        ) : (
          <Field
            label={text.value}
            helper={helper}
            {...(next === undefined && typed.trim() !== '' && { error: text.invalid })}
          >
            <TextInput
              value={typed}
              inputMode={isNumber ? 'decimal' : undefined}
              trailing={isNumber ? unitOf(terms) : undefined}
              onChange={(event) => setTouched(event.target.value)}
            />
          </Field>
        )}
      </fieldset>
      {mayChange && isChanged && next !== undefined && (
        <section className={styles.change} aria-live="polite">
          <h4 className={styles.heading}>{text.change}</h4>
          <p>{text.arrow(shown(terms, setting.value), shown(terms, next))}</p>
        </section>
      )}
      {error !== null && <InfoStrip role="alert" icon={iconWarn} tone="bad" title={error} />}
      <Unsaved when={touched !== null && isChanged} within="id" />
      {mayChange && (
        <Button block type="submit" disabled={!isChanged || next === undefined}>
          {setting.takes_two ? text.ask : text.save}
        </Button>
      )}
      {mayChange && setting.takes_two && <p className={styles.note}>{text.takesTwo}</p>}
      {setting.updated_at !== null && <p className={styles.note}>{detailTime(setting.updated_at)}</p>}
    </form>
  )
}
