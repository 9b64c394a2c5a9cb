import { Amount } from '@shirogane/ui/data/Amount'
import { Avatar } from '@shirogane/ui/data/Avatar'
import { Chip } from '@shirogane/ui/data/Chip'
import { classNames } from '@shirogane/ui/class-names'
import { Icon } from '@shirogane/ui/icons/Icon'
import { iconUser } from '@shirogane/ui/icons/icons'
import { PillButton } from '@shirogane/ui/actions/PillButton'
import { RankMedal } from '@shirogane/ui/data/RankMedal'
import { Spinner } from '@shirogane/ui/states/Spinner'
import { text } from './text.ts'
import type { Present } from './use-member.ts'
import styles from './member.module.css'

type Props = {
  label: string
  present: Present | null
  /** The next code that is read goes here. */
  isNext: boolean
  isReading: boolean
  /** Which of their funds is at stake here. */
  shows?: 'points' | 'balance'
  onRead: () => void
}

/** The place of one member: empty until their code is read. */
export function MemberSlot({ label, present, isNext, isReading, shows = 'points', onRead }: Props) {
  return (
    <section className={classNames(styles.slot, isNext && styles.nextSlot)} aria-label={label}>
      <h2 className={styles.label}>{label}</h2>
      <div className={styles.who}>
        {present === null ? (
          <>
            <span className={styles.face}>
              {isNext && isReading ? <Spinner size={18} /> : <Icon shape={iconUser} size={24} />}
            </span>
            <p className={styles.hint} role={isNext ? 'status' : undefined}>
              {isNext && isReading ? text.reading : text.hint}
            </p>
          </>
        ) : (
          <>
            <Avatar name={present.customer.name} src={present.customer.avatar} size={52} ring />
            <div className={styles.facts}>
              <p className={styles.head}>
                <b className={styles.name}>{text.memberName(present.customer.name)}</b>
                <Chip icon={<RankMedal rank={present.customer.level.current_level} size={14} />}>
                  {present.customer.level.name}
                </Chip>
              </p>
              <p className={styles.funds}>
                {shows === 'points' ? (
                  <>
                    {text.points}{' '}
                    <Amount value={present.customer.wallet.point_balance} unit="pt" size="text" />
                  </>
                ) : (
                  <>
                    {text.balance} <Amount value={present.customer.wallet.balance} unit="¥" size="text" />
                  </>
                )}
              </p>
            </div>
          </>
        )}
        {(present !== null || isNext) && (
          <PillButton onClick={onRead}>{present === null ? text.read : text.change}</PillButton>
        )}
      </div>
    </section>
  )
}
