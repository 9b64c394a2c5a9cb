import { Amount } from '@shirogane/ui/data/Amount'
import { Avatar } from '@shirogane/ui/data/Avatar'
import { Chip } from '@shirogane/ui/data/Chip'
import { classNames } from '@shirogane/ui/class-names'
import { Icon } from '@shirogane/ui/icons/Icon'
import { iconGift, iconSwap, iconUser } from '@shirogane/ui/icons/icons'
import { PillButton } from '@shirogane/ui/actions/PillButton'
import { RankMedal } from '@shirogane/ui/data/RankMedal'
import { Spinner } from '@shirogane/ui/states/Spinner'
import { useEffect, useState } from 'react'
import { useSheet } from '../../../shell/navigation/navigation.tsx'
import { KycChip } from '../../shared/people/KycChip.tsx'
import { lazySheet } from '../../shared/lazy-parts.tsx'
import { text as affiliatorText } from './affiliator-text.ts'
import { text } from '../text.ts'
import type { Member } from '../machine/sale-state.ts'
import styles from './MemberPanel.module.css'

const AffiliatorSheet = lazySheet(() =>
  import('./AffiliatorSheet.tsx').then((module) => module.AffiliatorSheet),
)

type MemberPanelProps = {
  member: Member | null
  isScanning: boolean
  onRead: () => void
  onDrop: () => void
  /** The sale goes on without the code that is being looked up. */
  onGiveUp: () => void
}

/** A customer in front of the counter should not have to watch a poor line for longer than this. */
const patienceMs = 4_000

export function MemberPanel({ member, isScanning, onRead, onDrop, onGiveUp }: MemberPanelProps) {
  const affiliator = useSheet('affiliator')
  if (isScanning) return <Looking hasMember={member !== null} onGiveUp={onGiveUp} />
  if (member === null) {
    return (
      <div className={styles.panel}>
        <span className={styles.empty}>
          <Icon shape={iconUser} size={24} />
        </span>
        <div className={styles.text}>
          <p className={styles.name}>{text.withoutMember}</p>
          <p className={styles.funds}>{text.memberHint}</p>
        </div>
        <PillButton className={styles.pill} onClick={onRead}>
          {text.memberRead}
        </PillButton>
      </div>
    )
  }
  const { name, avatar, level, wallet, notes, birth_month, kyc_status } = member.customer
  return (
    <section className={styles.panel} aria-label={text.member}>
      <Avatar name={name} src={avatar} size={52} ring />
      <div className={styles.text}>
        <div className={styles.head}>
          <b className={styles.name}>{text.memberName(name)}</b>
          <Chip icon={<RankMedal rank={level.current_level} size={14} />}>
            <span className={styles.rank}>{level.name}</span>
          </Chip>
          {birth_month === true && <Chip icon={<Icon shape={iconGift} size={16} />}>{text.birthMonth}</Chip>}
          {notes.map((note) => (
            <Chip key={note} tone="warn" wraps>
              {note}
            </Chip>
          ))}
        </div>
        <p className={styles.funds}>
          <span>
            {text.balance} <Amount value={wallet.balance} unit="¥" size="text" />
          </span>
          <span>
            {text.points} <Amount value={wallet.point_balance} unit="pt" size="text" />
          </span>
          {/* In the line whose room is kept: a chip in the head would push the keys down. */}
          <span>
            <KycChip status={kyc_status} />
          </span>
        </p>
      </div>
      <PillButton
        className={styles.pill}
        aria-haspopup="dialog"
        aria-label={affiliatorText.openLabel}
        onClick={() => affiliator.open()}
      >
        {affiliatorText.open}
      </PillButton>
      <PillButton className={styles.pill} aria-label={text.memberChange} onClick={onRead}>
        <span className={styles.hint}>{text.memberChange}</span>
        <span className={styles.sign}>
          <Icon shape={iconSwap} size={20} />
        </span>
      </PillButton>
      <PillButton className={styles.pill} onClick={onDrop}>
        {text.memberDrop}
      </PillButton>
      {affiliator.isOpen && <AffiliatorSheet customer={member.customer} onClose={affiliator.close} />}
    </section>
  )
}

function Looking({ hasMember, onGiveUp }: { hasMember: boolean; onGiveUp: () => void }) {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={styles.panel}>
      <span className={styles.empty}>
        <Spinner size={18} />
      </span>
      <p className={classNames(styles.text, styles.waiting)} role="status">
        {text.memberLoading}
      </p>
      {isLong && (
        <PillButton className={styles.pill} onClick={onGiveUp}>
          {hasMember ? text.memberKeep : text.memberGiveUp}
        </PillButton>
      )}
    </div>
  )
}
