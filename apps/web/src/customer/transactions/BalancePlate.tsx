import { Amount } from '@shirogane/ui/data/Amount'
import { Button, ButtonLink } from '@shirogane/ui/actions/Button'
import { iconPlus, iconRefresh } from '@shirogane/ui/icons/icons'
import { Plate } from '@shirogane/ui/layout/Plate'
import { Pending, Skeleton } from '@shirogane/ui/states/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { shortDate } from '../../shared/dates/dates.ts'
import { pointsText, yenText } from '../../shared/money/money.ts'
import { linkTo } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { useHidden } from '../../shared/device/privacy.ts'
import { walletQuery } from '../../shell/queries/queries.ts'
import { StaleNote } from '../../shared/answers/StaleNote.tsx'
import { text } from './text.ts'
import { maskedFigures } from '@shirogane/ui/data/text'
import styles from './transactions.module.css'

/** As long as the figures above it while amounts are hidden. */
const hiddenText = maskedFigures
/** Farther away than this, an end of points is no news. */
const expiryNoticeDays = 60

function isSoon(date: string): boolean {
  return Date.parse(`${date}T00:00:00+09:00`) - Date.now() < expiryNoticeDays * 86_400_000
}

export function BalancePlate() {
  const wallet = useQuery(walletQuery())
  const isHidden = useHidden()
  return (
    <Plate className={styles.plate}>
      <div className={styles.plateText}>
        <p className={styles.plateLabel}>{text.balance}</p>
        <Pending
          isPending={wallet.isPending}
          skeleton={<Skeleton width={170} height={80} className={styles.plateSkeleton} />}
        >
          {() =>
            wallet.data === undefined ? (
              <p className={styles.plateError} role="alert">
                {text.balanceError}
              </p>
            ) : (
              <>
                <p className={styles.plateAmount}>
                  <Amount
                    value={wallet.data.balance}
                    className={styles.plateFigure}
                    hidden={isHidden}
                    counts
                  />
                </p>
                <p className={styles.platePoints}>
                  {text.points}{' '}
                  <Amount
                    value={wallet.data.point_balance}
                    unit="pt"
                    size="text"
                    className={styles.platePointFigure}
                    hidden={isHidden}
                  />
                </p>
                <p className={styles.plateNote}>
                  {isHidden
                    ? text.buckets(hiddenText, hiddenText)
                    : text.buckets(yenText(wallet.data.balance_paid), yenText(wallet.data.balance_bonus))}
                </p>
                {wallet.data.expiring_bonus !== null &&
                  isSoon(wallet.data.expiring_bonus.on) &&
                  !isHidden && (
                    <p className={styles.plateNote}>
                      {text.expiringBonus(
                        yenText(wallet.data.expiring_bonus.amount),
                        shortDate(wallet.data.expiring_bonus.on),
                      )}
                    </p>
                  )}
                {wallet.data.point_debt > 0 && !isHidden && (
                  <p className={styles.plateNote}>{text.debt(pointsText(wallet.data.point_debt))}</p>
                )}
                {wallet.data.expiring_points !== null &&
                  isSoon(wallet.data.expiring_points.on) &&
                  !isHidden && (
                    <p className={styles.plateNote}>
                      {text.expiring(
                        pointsText(wallet.data.expiring_points.amount),
                        shortDate(wallet.data.expiring_points.on),
                      )}
                    </p>
                  )}
                <StaleNote of={wallet} onPlate />
              </>
            )
          }
        </Pending>
      </div>
      {wallet.data === undefined && !wallet.isPending ? (
        <Button variant="plate" size="s" icon={iconRefresh} onClick={() => wallet.refetch()}>
          {text.reload}
        </Button>
      ) : (
        <ButtonLink variant="plate" size="s" icon={iconPlus} render={linkTo(paths.buy())}>
          {text.charge}
        </ButtonLink>
      )}
    </Plate>
  )
}
