import { type RejectReason } from '@shirogane/contract/inputs/identity'
import { rejectReasons } from '@shirogane/contract/inputs/identity-text'
import { Button, ButtonLink } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { Chip } from '@shirogane/ui/data/Chip'
import { Icon } from '@shirogane/ui/icons/Icon'
import { iconBell, iconCheck, iconClock, iconShield, iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { Steps } from '@shirogane/ui/layout/Steps'
import { StickyFooter } from '@shirogane/ui/layout/StickyFooter'
import type { ReactNode } from 'react'
import type { Output } from '../../shell/api/api.ts'
import { goToCamera } from '../../shared/camera/camera.ts'
import { detailDate, detailTime, longDate } from '../../shared/dates/dates.ts'
import { linkTo, useGo } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { text } from './text.ts'
import styles from './kyc.module.css'

type Kyc = Output<'users.kyc'>

/** Where the check stands, and what can be done about it. */
export function StatusView({ kyc, hasDraft }: { kyc: Kyc; hasDraft: boolean }) {
  switch (kyc.kyc_status) {
    case 'pending':
      return <PendingView kyc={kyc} />
    case 'approved':
      return <ApprovedView kyc={kyc} />
    case 'rejected':
      return <RejectedView kyc={kyc} />
    case 'blocked':
      return (
        <View kyc={kyc} icon={iconWarn} title={text.blockedTitle} lead={text.blockedText}>
          <ContactLink />
        </View>
      )
    default:
      return <IntroView kyc={kyc} hasDraft={hasDraft} />
  }
}

type ViewProps = {
  kyc: Kyc
  icon: typeof iconShield
  title: string
  lead?: ReactNode
  children?: ReactNode
}

function View({ kyc, icon, title, lead, children }: ViewProps) {
  const state = text.states[kyc.kyc_status]
  return (
    <div className={styles.screen}>
      <section className={styles.status}>
        <span className={styles.emblem} data-tone={state.tone}>
          <Icon shape={icon} size={30} />
        </span>
        <Chip tone={state.tone}>{state.text}</Chip>
        <h2 className={styles.title}>{title}</h2>
        {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      </section>
      {children}
    </div>
  )
}

function ContactLink() {
  return (
    <ButtonLink variant="secondary" block render={linkTo(paths.contact())}>
      {text.contact}
    </ButtonLink>
  )
}

/** Why nothing can be handed in now; null when something can. */
function hindrance(kyc: Kyc): string | null {
  if (!kyc.is_open && !kyc.is_counter_open) return text.closedNote
  return kyc.attempts_left === 0 ? text.limitNote : null
}

function IntroView({ kyc, hasDraft }: { kyc: Kyc; hasDraft: boolean }) {
  const hindered = hindrance(kyc)
  const go = useGo()
  return (
    <View
      kyc={kyc}
      icon={iconShield}
      title={text.introTitle}
      lead={kyc.kyc_status === 'expired' ? text.expiredNote : text.why}
    >
      <Card as="section" padded className={styles.block}>
        <h3>{text.prepare}</h3>
        <ul className={styles.ticks}>
          {text.prepareList.map((each) => (
            <li key={each}>
              <Icon shape={iconCheck} size={16} />
              {each}
            </li>
          ))}
        </ul>
        <p className={styles.time}>
          <Icon shape={iconClock} size={16} />
          {text.introTime}
        </p>
      </Card>
      <Card as="section" padded className={styles.block}>
        <h3>{text.purpose}</h3>
        <p className={styles.small}>{text.purposeText}</p>
      </Card>
      {hindered !== null && <InfoStrip icon={iconWarn} tone="warn" title={hindered} />}
      {hindered === null && !kyc.is_open && (
        <InfoStrip icon={iconWarn} tone="warn" title={text.counterOnly} />
      )}
      <StickyFooter flow>
        {hindered === null ? (
          <Button block onClick={() => go(paths.kyc('info'))}>
            {hasDraft ? text.resume : text.begin}
          </Button>
        ) : (
          <ContactLink />
        )}
      </StickyFooter>
    </View>
  )
}

function PendingView({ kyc }: { kyc: Kyc }) {
  return (
    <View kyc={kyc} icon={iconClock} title={text.pendingTitle} lead={text.pendingText}>
      <Card as="section" padded className={styles.block}>
        <Steps label={text.timeline} steps={text.timelineSteps} current={1} />
        {kyc.request && (
          <dl className={styles.facts}>
            <div>
              <dt>{text.submittedAt}</dt>
              <dd className="figures">{detailTime(kyc.request.submitted_at)}</dd>
            </div>
          </dl>
        )}
      </Card>
      <ButtonLink variant="secondary" block icon={iconBell} render={linkTo(paths.settingTab('push'))}>
        {text.notify}
      </ButtonLink>
      <ButtonLink variant="quiet" block render={linkTo(paths.home())}>
        {text.home}
      </ButtonLink>
    </View>
  )
}

/** The picture that a reason is about; a reason about what was written leads to what is on record. */
function stepFor(reasons: readonly RejectReason[]): string {
  const written: readonly RejectReason[] = ['name_mismatch', 'address_mismatch', 'dob_mismatch']
  if (reasons.some((reason) => written.includes(reason))) return 'info'
  if (reasons.includes('wrong_document') || reasons.includes('expired')) return 'doc'
  return 'front'
}

function RejectedView({ kyc }: { kyc: Kyc }) {
  const reasons = (kyc.request?.reasons ?? []).filter((reason) => reason !== 'other')
  const hindered = hindrance(kyc)
  const go = useGo()
  return (
    <View
      kyc={kyc}
      icon={iconWarn}
      title={text.rejectedTitle}
      lead={hindered ?? text.attempts(kyc.attempts_left)}
    >
      <Card as="section" padded className={styles.block}>
        <h3>{text.rejectedReasons}</h3>
        {reasons.length === 0 ? (
          <p className={styles.small}>{text.rejectedOther}</p>
        ) : (
          <ul className={styles.ticks} data-tone="bad">
            {reasons.map((reason) => (
              <li key={reason}>
                <Icon shape={iconWarn} size={16} />
                {rejectReasons[reason]}
              </li>
            ))}
          </ul>
        )}
      </Card>
      <ContactLink />
      {hindered === null && (
        <StickyFooter flow>
          <Button block onClick={() => goToCamera(paths.kyc(stepFor(reasons)), go)}>
            {text.again}
          </Button>
        </StickyFooter>
      )}
    </View>
  )
}

function ApprovedView({ kyc }: { kyc: Kyc }) {
  return (
    <View kyc={kyc} icon={iconShield} title={text.approvedTitle}>
      <Card as="section" padded className={styles.block}>
        {kyc.request?.decided_at && (
          <dl className={styles.facts}>
            <div>
              <dt>{text.approvedOn}</dt>
              <dd className="figures">{detailDate(kyc.request.decided_at)}</dd>
            </div>
            {kyc.request.document_expires_on && (
              <div>
                <dt>{text.documentUntil}</dt>
                <dd className="figures">{longDate(kyc.request.document_expires_on)}</dd>
              </div>
            )}
          </dl>
        )}
        <h3>{text.unlocked}</h3>
        <ul className={styles.ticks}>
          {text.unlockedList.map((each) => (
            <li key={each}>
              <Icon shape={iconCheck} size={16} />
              {each}
            </li>
          ))}
        </ul>
      </Card>
      <p className={styles.small}>{text.changeNote}</p>
      <ButtonLink variant="secondary" block render={linkTo(paths.payoutMethods())}>
        {text.toPayout}
      </ButtonLink>
    </View>
  )
}
