import { ButtonLink } from '@shirogane/ui/actions/Button'
import { CodeCard, CodeStage } from '@shirogane/ui/data/code/CodeStage'
import { useQuery } from '@tanstack/react-query'
import { readCookie } from '../../shell/session/cookies.ts'
import { linkTo } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { inviteCardQuery } from '../../shell/queries/queries.ts'
import { useSession, whoIs } from '../../shell/session/session.ts'
import { qrPath } from '../../shared/qr-code/qr-code.ts'
import { guestText } from './guest-text.ts'
import styles from './GuestPay.module.css'

/** A picture of a code that cannot be read: it says nothing but the name of this product. */
const picture = qrPath('SHIROGANE')

export function GuestPay() {
  const isStaff = whoIs(useSession()) === 'staff'
  const invite = readCookie('invite_code')
  const card = useQuery({ ...inviteCardQuery(invite ?? ''), enabled: invite !== null && !isStaff })
  return (
    <CodeStage className={styles.stage}>
      <h1 className={styles.heading}>
        {isStaff
          ? guestText.staffTitle
          : invite === null
            ? guestText.guestTitle
            : card.data
              ? guestText.invitedBy(card.data.username)
              : guestText.invitedTitle}
      </h1>
      {invite !== null && !isStaff && (
        <p className={styles.invite}>{card.data ? guestText.invitedTitle : guestText.inviteCode(invite)}</p>
      )}
      <CodeCard className={styles.card}>
        <svg className={styles.picture} viewBox={`0 0 ${picture.size} ${picture.size}`} aria-hidden="true">
          <path d={picture.path} />
        </svg>
      </CodeCard>
      <div className={styles.buttons}>
        {isStaff ? (
          <ButtonLink block className={styles.light} render={linkTo(paths.admin())}>
            {guestText.staffAction}
          </ButtonLink>
        ) : (
          <>
            <ButtonLink block className={styles.light} render={linkTo(paths.register())}>
              {guestText.register}
            </ButtonLink>
            <ButtonLink
              block
              variant="secondary"
              className={styles.dark}
              render={linkTo(paths.login(paths.qr()))}
            >
              {guestText.login}
            </ButtonLink>
          </>
        )}
      </div>
    </CodeStage>
  )
}
