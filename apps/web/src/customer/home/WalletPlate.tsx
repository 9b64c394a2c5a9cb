import { Amount } from '@shirogane/ui/data/Amount'
import { Button, ButtonLink } from '@shirogane/ui/actions/Button'
import { IconButton } from '@shirogane/ui/actions/IconButton'
import { iconEye, iconEyeoff, iconPlus, iconRefresh } from '@shirogane/ui/icons/icons'
import { Plate } from '@shirogane/ui/layout/Plate'
import { Pending, Skeleton } from '@shirogane/ui/states/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { linkTo } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { setHidden, useHidden } from '../../shared/device/privacy.ts'
import { walletQuery } from '../../shell/queries/queries.ts'
import { StaleNote } from '../../shared/answers/StaleNote.tsx'
import { useFirstSheen } from './sheen.ts'
import { text } from './text.ts'
import styles from './WalletPlate.module.css'

export function WalletPlate() {
  const wallet = useQuery(walletQuery())
  const isHidden = useHidden()
  return (
    <Plate className={styles.plate} sheen={useFirstSheen()} aria-label={text.balance}>
      <div className={styles.head}>
        <span className={styles.label}>{text.balance}</span>
        <IconButton
          icon={isHidden ? iconEyeoff : iconEye}
          size={18}
          label={isHidden ? text.show : text.hide}
          className={styles.eye}
          onClick={() => setHidden(!isHidden)}
        />
        <ButtonLink
          variant="plate"
          size="s"
          icon={iconPlus}
          className={styles.charge}
          render={linkTo(paths.buy())}
        >
          {text.charge}
        </ButtonLink>
      </div>
      <Pending
        isPending={wallet.isPending}
        skeleton={
          <div className={styles.skeleton}>
            <Skeleton width={180} height={46} />
            <Skeleton height={46} />
          </div>
        }
      >
        {() =>
          wallet.data === undefined ? (
            <div className={styles.error} role="alert">
              <p>{text.balanceError}</p>
              <Button variant="plate" size="s" icon={iconRefresh} onClick={() => wallet.refetch()}>
                {text.reload}
              </Button>
            </div>
          ) : (
            <>
              <p className={styles.amount}>
                <Amount value={wallet.data.balance} size="l" hidden={isHidden} counts />
              </p>
              <StaleNote of={wallet} onPlate />
              <dl className={styles.cells}>
                <div className={styles.cell}>
                  <dt>{text.points}</dt>
                  <dd>
                    <Amount value={wallet.data.point_balance} unit="pt" size="s" hidden={isHidden} counts />
                  </dd>
                </div>
                <div className={styles.cell}>
                  <dt>{text.earnedThisMonth}</dt>
                  <dd>
                    <Amount
                      value={wallet.data.points_earned_this_month}
                      unit="pt"
                      size="s"
                      sign="always"
                      hidden={isHidden}
                    />
                  </dd>
                </div>
              </dl>
            </>
          )
        }
      </Pending>
    </Plate>
  )
}
