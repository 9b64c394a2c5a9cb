import { adultAge, ageOn } from '@shirogane/contract/person'
import { Button } from '@shirogane/ui/Button'
import { Card } from '@shirogane/ui/Card'
import { Checkbox } from '@shirogane/ui/Checkbox'
import { ErrorPanel } from '@shirogane/ui/ErrorPanel'
import { iconInfo, iconShield } from '@shirogane/ui/icons'
import { InfoStrip } from '@shirogane/ui/InfoStrip'
import { ObjectPicture } from '@shirogane/ui/ObjectPicture'
import { Problem } from '@shirogane/ui/Problem'
import { Skeleton } from '@shirogane/ui/Skeleton'
import { useToast } from '@shirogane/ui/use-toast'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError, call, messageOf } from '../../../lib/api.ts'
import { useOnline } from '../../../lib/connection.ts'
import { todayInTokyo } from '../../../lib/dates.ts'
import { yenText } from '../../../lib/money.ts'
import { AppLink, linkTo } from '../../../lib/navigation.tsx'
import { paths } from '../../../lib/paths.ts'
import { legalQuery } from '../../../lib/queries.ts'
import { useSession } from '../../../lib/session.ts'
import { inviteTermsQuery } from './queries.ts'
import { giftText } from './share.ts'
import { text } from './text.ts'
import { isNews, refusalMs, welcome } from './use-affiliator-room.ts'
import styles from './affiliator.module.css'

/** After so long without an answer nobody should stand there waiting. */
const patienceMs = 20_000

/** What inviting brings, and the one button that begins it. */
export function JoinView() {
  const { auth, profile } = useSession()
  const isOnline = useOnline()
  const toast = useToast()
  const terms = useQuery(inviteTermsQuery())
  const legal = useQuery(legalQuery('affiliator'))
  const [agrees, setAgrees] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [isLong, setLong] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => {
    if (!isBusy) return undefined
    const timer = setTimeout(() => setLong(true), patienceMs)
    return () => clearTimeout(timer)
  }, [isBusy])

  if (auth === null) return null
  const error = terms.error ?? legal.error
  if (error !== null && (terms.data === undefined || legal.data === undefined)) {
    const again = () => Promise.all([terms.refetch(), legal.refetch()])
    return <ErrorPanel message={messageOf(error)} onRetry={again} />
  }
  if (terms.data === undefined || legal.data === undefined) return <Skeleton height={560} />

  const userId = auth.id
  const version = legal.data.version
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

  async function join(): Promise<void> {
    setBusy(true)
    setLong(false)
    setProblem(null)
    try {
      await call('affiliates.become', { body: { user_id: userId, terms_version: version } })
      if (isNews(text.joined)) toast({ message: text.joined, kind: 'ok' })
      await welcome()
    } catch (failure) {
      // Already one, made so at a register or in another tab: what this screen knows is out of date.
      if (failure instanceof ApiError && failure.code === 'AFFILIATE_ALREADY') await welcome().catch(() => {})
      // A newer version of the terms came into force meanwhile: it has to be read first.
      if (failure instanceof ApiError && failure.code === 'CONFLICT') {
        setAgrees(false)
        await legal.refetch()
      }
      // A lost answer stays on the screen until the next try; what the server said is a toast, as the socket brings it.
      const message = messageOf(failure)
      if (failure instanceof ApiError && !failure.isNetwork) {
        if (isNews(message)) toast({ message, kind: 'error', duration: refusalMs })
      } else setProblem(message)
      setBusy(false)
    }
  }

  return (
    <div className={styles.screen}>
      <section className={styles.lead}>
        <ObjectPicture name="ringb" size={96} />
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
          <dt>{text.rate}</dt>
          <dd>{text.rateOf(terms.data.rate_bp)}</dd>
          <dt>{text.days}</dt>
          <dd>{text.daysOf(terms.data.days)}</dd>
          <dt>{text.dayMax}</dt>
          <dd>{text.dayMaxOf(yenText(terms.data.day_max))}</dd>
          <dt>{text.confirm}</dt>
          <dd>{text.confirmOf(terms.data.confirm_days)}</dd>
          <dt>{text.receive}</dt>
          <dd>{text.receiveOf}</dd>
          {gift !== null && (
            <>
              <dt>{text.gift}</dt>
              <dd>{text.giftOf(gift, yenText(terms.data.invite_payment_min))}</dd>
            </>
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
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            if (agrees && !isBusy) void join()
          }}
        >
          <AppLink className={styles.termsLink} to={paths.legal('affiliator')}>
            {text.terms}
          </AppLink>
          <Checkbox checked={agrees} onChange={(event) => setAgrees(event.target.checked)}>
            {text.agree}
          </Checkbox>
          <Problem message={problem} />
          <Button type="submit" block busy={isBusy} disabled={!agrees || !isOnline}>
            {text.join}
          </Button>
          <p className={styles.waiting} role="status">
            {isBusy ? (isLong ? text.joiningLong : text.joining) : isOnline ? '' : text.offline}
          </p>
        </form>
      )}
    </div>
  )
}
