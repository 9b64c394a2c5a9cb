import { Amount } from '@shirogane/ui/data/Amount'
import { ButtonLink } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { classNames } from '@shirogane/ui/class-names'
import { CodeCard, CodeStage } from '@shirogane/ui/data/code/CodeStage'
import { Countdown } from '@shirogane/ui/data/code/Countdown'
import { Icon } from '@shirogane/ui/icons/Icon'
import { iconRefresh, iconSun } from '@shirogane/ui/icons/icons'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useOnline } from '../../shell/realtime/connection.ts'
import { inFours } from '../../shared/money/money.ts'
import { AppLink, linkTo } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { useHidden } from '../../shared/device/privacy.ts'
import { walletQuery } from '../../shell/queries/queries.ts'
import { useSession } from '../../shell/session/session.ts'
import { StaleNote } from '../../shared/answers/StaleNote.tsx'
import { Barcode, QrCode } from './Codes.tsx'
import { NoCode } from './NoCode.tsx'
import { isDoubtful, payCode } from './code/pay-code.ts'
import { text } from './code/text.ts'
import { usePayScreen } from './use-pay-screen.ts'
import { useResultPoll } from './use-result-poll.ts'
import { useWidth } from './use-width.ts'
import styles from './PayCodeView.module.css'

/** The bars reach into the padding of the card with their quiet zone, which is white like the card. */
const barOverhang = 24
const qrOverhang = 16
const barMax = 420
const qrMax = 300

export function PayCodeView() {
  const { code, since, secondsLeft, isIssuing, error } = usePayScreen()
  const { affiliate, reconnecting } = useSession()
  const isOnline = useOnline() && !reconnecting
  const [width, area] = useWidth()
  useResultPoll(code === null ? null : since)
  return (
    <>
      <CodeStage className={styles.stage}>
        <h1 className={styles.heading}>{text.heading}</h1>
        {!isOnline && code !== null && (
          <p className={styles.offline} role="status">
            {text.offlineValid}
          </p>
        )}
        <CodeCard label={text.codeCard} className={styles.card}>
          <div ref={area} className={styles.area}>
            {code === null ? (
              <NoCode
                isIssuing={isIssuing}
                isOffline={!isOnline || error?.isNetwork === true}
                error={error}
              />
            ) : (
              <div className={classNames(styles.codes, isIssuing && styles.renewing)}>
                <AppLink
                  to={paths.qrView('barcode')}
                  className={styles.bars}
                  aria-label={text.enlarge(text.barcode)}
                >
                  {width > 0 && (
                    <Barcode
                      digits={code.code}
                      width={Math.min(width + barOverhang * 2, barMax)}
                      height={70}
                    />
                  )}
                </AppLink>
                <p className={styles.number}>{inFours(code.code)}</p>
                <AppLink to={paths.qrView('qr')} className={styles.qr} aria-label={text.enlarge(text.qr)}>
                  {width > 0 && <QrCode token={code.token} width={Math.min(width + qrOverhang, qrMax)} />}
                </AppLink>
              </div>
            )}
          </div>
          <div
            className={classNames(
              styles.time,
              code === null && styles.waiting,
              code !== null && secondsLeft <= 30 && styles.ending,
            )}
          >
            <Countdown
              secondsLeft={code === null ? 0 : secondsLeft}
              secondsTotal={code?.ttl ?? 300}
              label={text.remaining}
              end={
                <button
                  type="button"
                  className={styles.renew}
                  // A disabled button would lose the focus of the customer who has pressed it.
                  aria-disabled={isIssuing || !isOnline}
                  onClick={() => void payCode.renew()}
                >
                  <Icon shape={iconRefresh} size={18} />
                  {text.renew}
                </button>
              }
            />
          </div>
        </CodeCard>
        <Balance />
      </CodeStage>
      <div className={styles.hints}>
        <p className={styles.hint}>
          <Icon shape={iconSun} size={18} />
          {text.bright}
        </p>
        {code !== null && error !== null ? (
          <p className={styles.note} role="alert">
            {isDoubtful(error) ? text.answerLost : text.notRenewed}
          </p>
        ) : (
          <p className={styles.note}>{text.automatic}</p>
        )}
        {affiliate !== null && <p className={styles.note}>{text.affiliate(affiliate.code)}</p>}
      </div>
    </>
  )
}

function Balance() {
  const wallet = useQuery(walletQuery())
  const isHidden = useHidden()
  return (
    <Card raised className={styles.balance}>
      {wallet.data === undefined ? (
        <div className={styles.cell}>
          {wallet.isPending ? <Skeleton height={44} /> : <p role="alert">{text.balanceError}</p>}
        </div>
      ) : (
        <>
          <div className={styles.cell}>
            <span className={styles.label}>{text.usable}</span>
            <Amount value={wallet.data.balance} className={styles.amount} hidden={isHidden} />
          </div>
          <span className={styles.line} aria-hidden="true" />
          <div className={styles.cell}>
            <span className={styles.label}>{text.points}</span>
            <Amount value={wallet.data.point_balance} unit="pt" className={styles.amount} hidden={isHidden} />
          </div>
        </>
      )}
      <ButtonLink variant="secondary" size="s" className={styles.charge} render={linkTo(paths.buy())}>
        {text.charge}
      </ButtonLink>
      <div className={styles.stale}>
        <StaleNote of={wallet} />
      </div>
    </Card>
  )
}
