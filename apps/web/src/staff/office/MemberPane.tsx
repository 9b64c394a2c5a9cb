import type { MemberSheet, ViewPurpose } from '@shirogane/contract/resources/brand/office'
import { Avatar } from '@shirogane/ui/data/Avatar'
import { Button, ButtonLink } from '@shirogane/ui/actions/Button'
import { Checkbox } from '@shirogane/ui/inputs/Checkbox'
import { Chip } from '@shirogane/ui/data/Chip'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { IconButton } from '@shirogane/ui/actions/IconButton'
import { iconWarn, iconX } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { showPhone } from '@shirogane/contract/inputs/read-fields'
import { call, messageOf } from '../../shell/api/api.ts'
import { dateInTokyo, detailDate, detailTime, longDate } from '../../shared/dates/dates.ts'
import { pointsText, yenText } from '../../shared/money/money.ts'
import { linkTo } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { refetch } from '../../shell/queries/queries.ts'
import { TransactionRow } from '../../shared/transactions/TransactionRow.tsx'
import { DetailPane } from '../shared/lists/Panes.tsx'
import { staffQuery } from '../shared/queries.ts'
import { MemberRank } from './MemberRank.tsx'
import { memberQuery } from './queries.ts'
import { text } from './text.ts'
import panes from '../shared/lists/panes.module.css'
import styles from './office.module.css'

/** Everything about one member, and what may be done with the account. */
export function MemberPane({
  id,
  purpose,
  onClose,
}: {
  id: string
  purpose: ViewPurpose
  onClose: () => void
}) {
  // To another end it would be another look; the one that opened the sheet counts.
  const [opened] = useState(purpose)
  const query = useQuery(memberQuery(id, opened))
  const client = useQueryClient()
  const keep = (sheet: MemberSheet) => {
    client.setQueryData(memberQuery(id, opened).queryKey, sheet)
    refetch('admin.members')
  }
  return (
    <DetailPane label={text.member} query={query} onClose={onClose}>
      {(sheet) => <Sheets sheet={sheet} onChange={keep} />}
    </DetailPane>
  )
}

function Sheets({ sheet, onChange }: { sheet: MemberSheet; onChange: (sheet: MemberSheet) => void }) {
  const [asks, setAsks] = useState<'stop' | 'allow' | null>(null)
  const isAtRegister = useQuery(staffQuery()).data?.store != null
  const { profile, wallet, level } = sheet
  const name = [profile.last_name, profile.first_name].filter(Boolean).join(' ') || sheet.username
  const kana = [profile.last_name_kana, profile.first_name_kana].filter(Boolean).join(' ')
  const isStopped = sheet.stopped_at !== null
  const open = sheet.stops.find(({ allowed_at }) => allowed_at === null)
  return (
    <>
      <div className={panes.detailHead}>
        <Avatar name={name} src={sheet.avatar} size={40} />
        <span>{sheet.username}</span>
      </div>
      <h3 className={panes.name}>{name}</h3>
      {isStopped && (
        <InfoStrip
          role="status"
          icon={iconWarn}
          tone="bad"
          title={sheet.closed_at === null ? text.stopped : text.closed}
          {...(open && { text: text.stopLine(open.stopped_by, open.reason) })}
        />
      )}
      <dl className={panes.facts}>
        <Fact name={text.kana}>{kana || text.none}</Fact>
        <Fact name={text.phone}>
          <span className="figures">
            {sheet.phone_number === null ? text.none : showPhone(sheet.phone_number)}
          </span>
        </Fact>
        <Fact name={text.email}>{sheet.email ?? text.none}</Fact>
        <Fact name={text.birth}>
          {profile.date_of_birth === null ? text.none : longDate(profile.date_of_birth)}
        </Fact>
        <Fact name={text.address}>{profile.address ?? text.none}</Fact>
        <Fact name={text.since}>{detailDate(dateInTokyo(sheet.created_at))}</Fact>
      </dl>
      <section className={styles.section}>
        <h4 className={styles.heading}>{text.wallet}</h4>
        <dl className={panes.facts}>
          <Fact name={text.paid}>{yenText(wallet.balance_paid)}</Fact>
          <Fact name={text.bonus}>{yenText(wallet.balance_bonus)}</Fact>
          <Fact name={text.points}>{pointsText(wallet.point_balance)}</Fact>
          {wallet.point_debt > 0 && <Fact name={text.debt}>{pointsText(wallet.point_debt)}</Fact>}
          <Fact name={text.rank}>{level.name}</Fact>
          <Fact name={text.accumulation}>{yenText(level.level_accumulation)}</Fact>
          <Fact name={text.kycTitle}>{text.kyc[sheet.kyc_status]}</Fact>
          {sheet.affiliator !== null && (
            <Fact name={text.affiliator}>
              {sheet.affiliator.code}（{text.invited(sheet.affiliator.invited)}）
            </Fact>
          )}
          {sheet.invited_by !== null && <Fact name={text.invitedBy}>{sheet.invited_by}</Fact>}
        </dl>
      </section>
      {sheet.closed_at === null && (
        <div className={panes.buttons}>
          {isAtRegister && (
            <ButtonLink variant="secondary" render={linkTo(paths.adminRegister('point', { id: sheet.id }))}>
              {text.givePoints}
            </ButtonLink>
          )}
          {isStopped ? (
            <Button variant="secondary" onClick={() => setAsks('allow')}>
              {text.allow}
            </Button>
          ) : (
            <Button variant="danger" onClick={() => setAsks('stop')}>
              {text.stop}
            </Button>
          )}
        </div>
      )}
      <MemberRank sheet={sheet} onChange={onChange} />
      <Notes sheet={sheet} onChange={onChange} />
      <section className={styles.section}>
        <h4 className={styles.heading}>{text.transactions}</h4>
        {sheet.transactions.length === 0 && <p className={styles.note}>{text.noTransactions}</p>}
        <div>
          {sheet.transactions.map((transaction) => (
            <TransactionRow key={transaction.id} transaction={transaction} />
          ))}
        </div>
      </section>
      {sheet.stops.length > 0 && (
        <section className={styles.section}>
          <h4 className={styles.heading}>{text.stops}</h4>
          <ul className={styles.rows}>
            {sheet.stops.map((stop) => (
              <li key={stop.stopped_at}>
                <time dateTime={stop.stopped_at}>{detailTime(stop.stopped_at)}</time>{' '}
                {text.stopLine(stop.stopped_by, stop.reason)}
                {stop.allowed_at !== null && (
                  <>
                    <br />
                    <time dateTime={stop.allowed_at}>{detailTime(stop.allowed_at)}</time>{' '}
                    {text.allowLine(stop.allowed_by ?? '', stop.allow_reason ?? '')}
                  </>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className={styles.section}>
        <h4 className={styles.heading}>{text.views}</h4>
        <ul className={styles.rows}>
          {sheet.views.map((view) => (
            <li key={view.at + view.by}>
              <time dateTime={view.at}>{detailTime(view.at)}</time> {view.by}（{text.purposes[view.purpose]}）
            </li>
          ))}
        </ul>
      </section>
      {asks !== null && (
        <ReasonSheet act={asks} id={sheet.id} onClose={() => setAsks(null)} onChange={onChange} />
      )}
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

function Notes({ sheet, onChange }: { sheet: MemberSheet; onChange: (sheet: MemberSheet) => void }) {
  const toast = useToast()
  const [words, setWords] = useState('')
  const [atRegister, setAtRegister] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const act = async (run: () => Promise<MemberSheet>) => {
    setError(null)
    try {
      onChange(await run())
      return true
    } catch (failure) {
      setError(messageOf(failure))
      return false
    }
  }
  const add = async () => {
    const body = { text: words.trim(), at_till: atRegister }
    if (!(await act(() => call('admin.noteUser', { params: { id: sheet.id }, body })))) return
    setWords('')
    setAtRegister(false)
    toast({ message: text.done.note, kind: 'ok' })
  }
  return (
    <section className={styles.section}>
      <h4 className={styles.heading}>{text.notes}</h4>
      <ul className={styles.rows}>
        {sheet.notes.map((note) => (
          <li key={note.id} className={styles.noteRow}>
            <span>
              {note.text} {note.at_till && <Chip small>{text.atRegister}</Chip>}
              <br />
              <time dateTime={note.at}>{detailTime(note.at)}</time> {note.by}
            </span>
            <IconButton
              icon={iconX}
              label={text.removeNote}
              onClick={() => act(() => call('admin.removeNote', { params: { id: sheet.id, note: note.id } }))}
            />
          </li>
        ))}
      </ul>
      <Field label={text.noteText}>
        <TextInput value={words} maxLength={200} onChange={(event) => setWords(event.target.value)} />
      </Field>
      <Checkbox checked={atRegister} onChange={(event) => setAtRegister(event.target.checked)}>
        {text.noteAtRegister}
      </Checkbox>
      {error !== null && <InfoStrip role="alert" icon={iconWarn} tone="bad" title={error} />}
      <Button variant="secondary" size="s" disabled={words.trim() === ''} onClick={add}>
        {text.addNote}
      </Button>
    </section>
  )
}

function ReasonSheet({
  act,
  id,
  onClose,
  onChange,
}: {
  act: 'stop' | 'allow'
  id: string
  onClose: () => void
  onChange: (sheet: MemberSheet) => void
}) {
  const toast = useToast()
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)
  const run = async () => {
    setError(null)
    try {
      const body = { reason: reason.trim() }
      onChange(await call(act === 'stop' ? 'admin.stopUser' : 'admin.allowUser', { params: { id }, body }))
      toast({ message: text.done[act], kind: 'ok' })
      onClose()
    } catch (failure) {
      setError(messageOf(failure))
    }
  }
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={act === 'stop' ? text.stopTitle : text.allowTitle}
      description={act === 'stop' ? text.stopNote : text.allowNote}
      footer={
        <Button
          block
          variant={act === 'stop' ? 'danger' : 'primary'}
          disabled={reason.trim() === ''}
          onClick={run}
        >
          {act === 'stop' ? text.stop : text.allow}
        </Button>
      }
    >
      <div className={panes.form}>
        <Field label={text.reason} need="required">
          <TextInput value={reason} maxLength={200} onChange={(event) => setReason(event.target.value)} />
        </Field>
        {error !== null && <InfoStrip role="alert" icon={iconWarn} tone="bad" title={error} />}
      </div>
    </Sheet>
  )
}
