import { Amount } from '@shirogane/ui/data/Amount'
import { Button } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { Chip, type ChipTone } from '@shirogane/ui/data/Chip'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { iconBank, iconInfo, iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { Problem } from '@shirogane/ui/states/Problem'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { Pairs } from '@shirogane/ui/data/Pairs'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { payoutMethodsQuery } from '../../shared/payouts/accounts.ts'
import { call, messageOf, type Output, serverMessageOf } from '../../../shell/api/api.ts'
import { useAct } from '../../../shell/api/use-act.ts'
import { useOnline } from '../../../shell/realtime/connection.ts'
import { detailDate, detailTime } from '../../../shared/dates/dates.ts'
import { percentText } from '../../../shared/figures/figures.ts'
import { yenText } from '../../../shared/money/money.ts'
import { linkTo } from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import { useHidden } from '../../../shared/device/privacy.ts'
import { refetch } from '../../../shell/queries/queries.ts'
import { replayToast } from '../../../shared/answers/Replayed.tsx'
import '../../shared/payouts/reward-calls.ts'
import { useSession } from '../../../shell/session/session.ts'
import { StaleNote } from '../../../shared/answers/StaleNote.tsx'
import { useStepUp } from '../../../shell/session/step-up.tsx'
import { rewardWalletQuery } from './payout-queries.ts'
import { text } from './payout-text.ts'
import styles from './payout.module.css'

type Purse = Output<'rewards.wallet'>
type Method = Purse['method']

const tones: Readonly<Record<Purse['items'][number]['status'], ChipTone>> = {
  pending: 'warn',
  confirmed: 'ok',
  claimed: 'neutral',
  cancelled: 'neutral',
}

/** M14: what was earned, how it is received, and why each reward is what it is. */
export function RewardTab() {
  const purse = useInfiniteQuery(rewardWalletQuery())
  if (purse.isLoadingError)
    return <ErrorPanel message={serverMessageOf(purse.error)} onRetry={() => purse.refetch()} />
  const first = purse.data?.pages[0]
  if (first === undefined) return <Skeleton height={420} />
  return (
    <div className={styles.tab}>
      <StaleNote of={purse} />
      <Standing purse={first} />
      <Receive purse={first} />
      <section className={styles.section}>
        <h2 className={styles.title}>{text.history}</h2>
        {first.items.length === 0 ? (
          <p className={styles.note}>{text.noHistory}</p>
        ) : (
          <Card>
            <ul className={styles.rows}>
              {purse.data?.pages.flatMap(({ items }) =>
                items.map((item) => <Reward key={item.id} reward={item} />),
              )}
            </ul>
          </Card>
        )}
        {purse.hasNextPage && (
          <Button variant="quiet" block onClick={() => purse.fetchNextPage()}>
            {text.more}
          </Button>
        )}
      </section>
    </div>
  )
}

function Standing({ purse }: { purse: Purse }) {
  const isHidden = useHidden()
  const lines = [
    [text.confirmed, purse.confirmed],
    [text.pending, purse.pending],
    [text.payable, purse.payable],
    ...(purse.held > 0 ? [[text.held, purse.held] as const] : []),
    [text.paid, purse.paid],
  ] as const
  return (
    <>
      <Card className={styles.block}>
        <Pairs strong>
          {lines.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <Amount value={value} size="text" hidden={isHidden} />
              </dd>
            </div>
          ))}
        </Pairs>
      </Card>
      {purse.carried > 0 && (
        <InfoStrip icon={iconWarn} tone="warn" title={text.carried(yenText(purse.carried))} />
      )}
      {purse.today.earned >= purse.today.max && (
        <InfoStrip icon={iconInfo} title={text.dayFull(yenText(purse.today.max))} text={text.dayFullBody} />
      )}
    </>
  )
}

/** The lasting choice, which the end of a month acts by, and what there is to receive now. */
function Receive({ purse }: { purse: Purse }) {
  const toast = useToast()
  const isOnline = useOnline()
  const accounts = useQuery(payoutMethodsQuery())
  const { withStepUp, stepUpSheet } = useStepUp()
  const [method, setMethod] = useState(purse.method)
  const [whose, setWhose] = useState('all')
  const [problem, setProblem] = useState<string | null>(null)

  async function keep(): Promise<void> {
    setProblem(null)
    try {
      if ((await withStepUp('reward', () => call('rewards.changeMethod', { body: { method } }))) === null)
        return
      refetch('rewards.wallet')
      toast({ message: text.methodChanged, kind: 'ok' })
    } catch (error) {
      setProblem(messageOf(error))
    }
  }

  return (
    <>
      <section className={styles.section}>
        <h2 className={styles.title}>{text.how}</h2>
        <div className={styles.choices} role="radiogroup" aria-label={text.how}>
          {(['wallet', 'bank'] as const).map((one) => (
            <Choice
              key={one}
              name="method"
              isChosen={method === one}
              onChoose={() => {
                setMethod(one)
                setProblem(null)
              }}
            >
              <b>{one === 'wallet' ? text.toWallet : text.toBank}</b>
              <span className={styles.help}>{one === 'wallet' ? text.toWalletHelp : text.toBankHelp}</span>
            </Choice>
          ))}
        </div>
        {method === 'bank' && accounts.data?.items.length === 0 && (
          <InfoStrip
            icon={iconBank}
            tone="warn"
            title={text.noAccount}
            action={text.addAccount}
            render={linkTo(paths.payoutMethodNew({ return: paths.affiliator({ tab: 'reward' }) }))}
          />
        )}
        {method === purse.method ? (
          <p className={styles.help}>
            {purse.method_since === null ? text.applies : text.appliesSince(detailDate(purse.method_since))}
          </p>
        ) : (
          <>
            <p className={styles.help}>{text.appliesNext}</p>
            <Button block variant="secondary" disabled={!isOnline} onClick={keep}>
              {text.changeMethod}
            </Button>
          </>
        )}
        <Problem message={problem} />
        {stepUpSheet}
      </section>
      {purse.confirmed > 0 ? (
        <Claim
          key={`${purse.confirmed} ${method}`}
          purse={purse}
          method={method}
          whose={whose}
          onWhose={setWhose}
        />
      ) : (
        <>
          <Problem message={purse.stopped ? text.stopped : null} />
          <EmptyState title={text.nothing}>{text.nothingBody}</EmptyState>
        </>
      )}
    </>
  )
}

type ClaimProps = { purse: Purse; method: Method; whose: string; onWhose: (whose: string) => void }

/** One wish: another method or another friend is another one, with a key of its own. */
function Claim({ purse, method, whose, onWhose }: ClaimProps) {
  const { auth } = useSession()
  const toast = useToast()
  const isOnline = useOnline()
  const { withStepUp, stepUpSheet } = useStepUp()
  const { send, problem, say } = useAct('rewards.claim', { keptFor: 'me' })
  const chosen = purse.claimable.find(({ id }) => id === whose)
  const cooling = purse.cooling_until
  const amount = chosen?.amount ?? purse.confirmed
  const held = purse.stopped ? text.stopped : cooling === null ? null : text.coolingClaim(detailTime(cooling))

  async function claim(): Promise<void> {
    if (auth === null) return
    const id = chosen?.id ?? auth.id
    const outcome = await send({
      // Another amount is another claim, long after an answer to the last one was lost.
      wish: { id, method, amount },
      send: (idempotencyKey) =>
        withStepUp('reward', () =>
          call('rewards.claim', { params: { id }, body: { method }, idempotencyKey }),
        ),
    })
    if (outcome.is !== 'done') return
    const { value } = outcome.answer
    const received = yenText(value.reward?.amount ?? amount)
    const done = (method === 'wallet' ? text.claimedWallet : text.claimedBank)(received)
    toast(replayToast(value) ?? { message: done, kind: 'ok' })
    refetch('rewards.wallet', 'affiliates.stats', 'users.wallet', 'transactions.list')
  }

  return (
    <section className={styles.section}>
      {purse.claimable.length > 1 && (
        <>
          <h2 className={styles.title}>{text.whose}</h2>
          <div className={styles.choices} role="radiogroup" aria-label={text.whose}>
            {[{ id: 'all', name: text.all, amount: purse.confirmed }, ...purse.claimable].map((one) => (
              <Choice
                key={one.id}
                name="whose"
                isChosen={(chosen?.id ?? 'all') === one.id}
                onChoose={() => {
                  onWhose(one.id)
                  say(null)
                }}
              >
                <b>{one.name}</b>
                <Amount value={one.amount} size="text" />
              </Choice>
            ))}
          </div>
        </>
      )}
      <Problem message={problem ?? held} />
      <Button block disabled={!isOnline || held !== null} onClick={claim}>
        {isOnline ? (method === 'wallet' ? text.claimWallet : text.claimBank)(yenText(amount)) : text.offline}
      </Button>
      {stepUpSheet}
    </section>
  )
}

type ChoiceProps = { name: string; isChosen: boolean; onChoose: () => void; children: ReactNode }

function Choice({ name, isChosen, onChoose, children }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input type="radio" name={name} checked={isChosen} onChange={onChoose} />
      <span className={styles.choiceText}>{children}</span>
    </label>
  )
}

function Reward({ reward }: { reward: Purse['items'][number] }) {
  const isHidden = useHidden()
  const rate = percentText(reward.rate_bp)
  return (
    <li className={styles.row}>
      <span className={styles.rowText}>
        <b>{reward.affiliate.name}</b>
        <span className={styles.help}>
          {detailDate(reward.earned_at)}・{isHidden ? rate : text.reason(yenText(reward.base), rate)}
        </span>
        {reward.status === 'pending' && (
          <span className={styles.help}>{text.confirmsOn(detailDate(reward.confirms_on))}</span>
        )}
        {reward.cut !== null && !isHidden && (
          <span className={styles.help}>
            {text.cut(yenText(reward.cut.day_max), yenText(reward.cut.amount))}
          </span>
        )}
        {reward.reversed > 0 && !isHidden && (
          <span className={styles.help}>{text.reversed(yenText(reward.reversed))}</span>
        )}
      </span>
      <span className={styles.rowEnd}>
        <Amount value={reward.amount} size="row" hidden={isHidden} />
        <Chip tone={tones[reward.status]} small>
          {text.states[reward.status]}
        </Chip>
      </span>
    </li>
  )
}
