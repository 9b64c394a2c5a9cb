import {
  documentLabels,
  faceActionNames,
  occupations,
  purposes,
  rejectReasons,
} from '@shirogane/contract/inputs/identity-text'
import type { KycDetail as Detail } from '@shirogane/contract/resources/members/kyc'
import { ageOn } from '@shirogane/domain/people/age'
import { eraOfYear } from '@shirogane/contract/inputs/person-text'
import { Card } from '@shirogane/ui/layout/Card'
import { Chip } from '@shirogane/ui/data/Chip'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Icon } from '@shirogane/ui/icons/Icon'
import { iconEye, iconWarn } from '@shirogane/ui/icons/icons'
import { iconBack } from '@shirogane/ui/icons/icons-lazy'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { Pending, Skeleton } from '@shirogane/ui/states/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { serverMessageOf } from '../../shell/api/api.ts'
import { detailTime, longDate, todayInTokyo } from '../../shared/dates/dates.ts'
import { AppLink, useSearch } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { DecisionPanel } from './DecisionPanel.tsx'
import { Pictures } from './Pictures.tsx'
import { kycRequestQuery } from './queries.ts'
import { text } from './text.ts'
import styles from './kyc.module.css'

const tones = { pending: 'warn', approved: 'ok', rejected: 'bad' } as const

export function KycDetail({ id }: { id: string }) {
  const request = useQuery(kycRequestQuery(id))
  if (request.isLoadingError)
    return <ErrorPanel message={serverMessageOf(request.error)} onRetry={() => request.refetch()} />
  return (
    <Pending isPending={request.isPending} skeleton={<Skeleton height={560} />}>
      {() => request.data && <Request request={request.data} onChange={() => void request.refetch()} />}
    </Pending>
  )
}

function Request({ request, onChange }: { request: Detail; onChange: () => void }) {
  // Back to the page of the list that it was opened from.
  const { status = request.status, page } = useSearch()
  return (
    <div className={styles.detail}>
      <header className={styles.detailHead}>
        <AppLink to={paths.adminTab('kyc', { status, page })} className={styles.back}>
          <Icon shape={iconBack} size={20} />
          {text.back}
        </AppLink>
        <h2 className={styles.title}>{text.sama(request.name)}</h2>
        <Chip tone={tones[request.status]}>{text[request.status]}</Chip>
        <span className={styles.count}>{text.attempt(request.attempt)}</span>
        <span className={styles.logged}>
          <Icon shape={iconEye} size={16} />
          {text.logged}
        </span>
      </header>
      <Pictures request={request} onRedacted={onChange} />
      <div className={styles.side}>
        {request.is_outdated && request.status === 'pending' && (
          <InfoStrip icon={iconWarn} tone="warn" title={text.outdated} />
        )}
        {request.lookalikes > 0 && (
          <InfoStrip icon={iconWarn} tone="warn" title={text.lookalikes(request.lookalikes)} />
        )}
        <Data request={request} />
        <DecisionPanel request={request} onDecided={onChange} />
        <History request={request} />
      </div>
    </div>
  )
}

function Data({ request }: { request: Detail }) {
  const birth = request.date_of_birth
  const rows: readonly (readonly [string, string])[] = [
    [text.kana, request.name_kana],
    [
      text.birth,
      text.birthOf(longDate(birth), eraOfYear(Number(birth.slice(0, 4))), ageOn(birth, todayInTokyo())),
    ],
    [text.address, request.address],
    [text.document, documentLabels[request.document].name],
    ...(request.action === null ? [] : [[text.action, faceActionNames[request.action]] as const]),
    ...(request.seen === null
      ? []
      : [
          [text.seenLabel, text.seenBy(request.seen.store_name, request.seen.employee_name)] as const,
          ...(request.seen.document_expires_on === null
            ? []
            : [[text.seenUntil, longDate(request.seen.document_expires_on)] as const]),
        ]),
    [text.occupation, occupations[request.occupation]],
    [text.purposes, request.purposes.map((each) => purposes[each]).join('、')],
    [text.submitted, detailTime(request.submitted_at)],
  ]
  return (
    <Card as="section" padded aria-label={text.data}>
      <dl className={styles.facts}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function History({ request }: { request: Detail }) {
  if (request.decisions.length === 0) return null
  return (
    <Card as="section" padded aria-label={text.history} className={styles.history}>
      <h3>{text.history}</h3>
      <ol>
        {request.decisions.map(({ decision, employee_name, reasons, note, at }) => (
          <li key={at}>
            <p>
              <b>{text.decision[decision]}</b> {employee_name}{' '}
              <time className="figures" dateTime={at}>
                {detailTime(at)}
              </time>
            </p>
            {reasons.length > 0 && <p>{reasons.map((reason) => rejectReasons[reason]).join('、')}</p>}
            {note !== null && <p className={styles.note}>{note}</p>}
          </li>
        ))}
      </ol>
      {request.document_expires_on !== null && <p>{text.until(longDate(request.document_expires_on))}</p>}
    </Card>
  )
}
