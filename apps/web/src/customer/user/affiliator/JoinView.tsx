import { adultAge, ageOn } from '@shirogane/domain/people/age'
import { Card } from '@shirogane/ui/layout/Card'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { iconInfo, iconShield } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { ObjectPicture } from '@shirogane/ui/icons/ObjectPicture'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { serverMessageOf } from '../../../shell/api/api.ts'
import { todayInTokyo } from '../../../shared/dates/dates.ts'
import { yenText } from '../../../shared/money/money.ts'
import { linkTo } from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import { legalQuery } from '../../../shell/queries/queries.ts'
import { useSession } from '../../../shell/session/session.ts'
import { AgreeForm } from './AgreeForm.tsx'
import { inviteTermsQuery } from './queries.ts'
import { giftText } from './share.ts'
import { text } from './text.ts'
import styles from './affiliator.module.css'

/** What inviting brings, and the one button that begins it. */
export function JoinView() {
  const { auth, profile } = useSession()
  const terms = useQuery(inviteTermsQuery())
  const legal = useQuery(legalQuery('affiliator'))

  if (auth === null) return null
  const error = terms.error ?? legal.error
  if (error !== null && (terms.data === undefined || legal.data === undefined)) {
    const again = () => Promise.all([terms.refetch(), legal.refetch()])
    return <ErrorPanel message={serverMessageOf(error)} onRetry={again} />
  }
  if (terms.data === undefined || legal.data === undefined) return <Skeleton height={560} />

  const gift = giftText(terms.data)
  const birth = profile?.date_of_birth ?? null
  const obstacle =
    birth === null
      ? { title: text.dobTitle, body: text.dobBody, action: text.dobAction, to: paths.settingTab('profile') }
      : ageOn(birth, todayInTokyo()) < adultAge
        ? { title: text.minorTitle, body: text.minorBody, action: null, to: null }
        : auth.kyc_status === 'required'
          ? { title: text.kycTitle, body: text.kycBody, action: text.kycAction, to: paths.kyc() }
          : null

  return (
    <div className={styles.screen}>
      <section className={styles.lead}>
        <ObjectPicture name="thinRing" size={96} />
        <h2 className={styles.leadTitle}>{text.joinTitle}</h2>
        <p className={styles.note}>{text.joinLead}</p>
      </section>
      <ol className={styles.steps} aria-label={text.stepsLabel}>
        {text.steps.map(([title, body], index) => (
          <li key={title} className={styles.step}>
            <span className={styles.stepNumber} aria-hidden="true">
              {index + 1}
            </span>
            <span>
              <b className={styles.stepTitle}>{title}</b>
              <span className={styles.note}>{body}</span>
            </span>
          </li>
        ))}
      </ol>
      <Card padded>
        <h2 className={styles.title}>{text.tableTitle}</h2>
        <dl className={styles.facts}>
          <div>
            <dt>{text.rate}</dt>
            <dd>{text.rateOf(terms.data.rate_bp)}</dd>
          </div>
          <div>
            <dt>{text.days}</dt>
            <dd>{text.daysOf(terms.data.days)}</dd>
          </div>
          <div>
            <dt>{text.dayMax}</dt>
            <dd>{text.dayMaxOf(yenText(terms.data.day_max))}</dd>
          </div>
          <div>
            <dt>{text.confirm}</dt>
            <dd>{text.confirmOf(terms.data.confirm_days)}</dd>
          </div>
          <div>
            <dt>{text.receive}</dt>
            <dd>{text.receiveOf}</dd>
          </div>
          {gift !== null && (
            <div>
              <dt>{text.gift}</dt>
              <dd>{text.giftOf(gift, yenText(terms.data.invite_payment_min))}</dd>
            </div>
          )}
        </dl>
        <p className={styles.note}>{text.oneLevel}</p>
        <p className={styles.note}>{text.prRule}</p>
      </Card>
      {obstacle !== null ? (
        <InfoStrip
          icon={obstacle.to === paths.kyc() ? iconShield : iconInfo}
          tone="warn"
          title={obstacle.title}
          text={obstacle.body}
          {...(obstacle.to !== null && { action: obstacle.action, render: linkTo(obstacle.to) })}
        />
      ) : (
        <AgreeForm label={text.join} />
      )}
    </div>
  )
}
