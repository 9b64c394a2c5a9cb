import { Amount } from '@shirogane/ui/data/Amount'
import { Button, ButtonLink } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { Problem } from '@shirogane/ui/states/Problem'
import { Pairs } from '@shirogane/ui/data/Pairs'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../shell/api/api.ts'
import { useAct } from '../../../shell/api/use-act.ts'
import { brandTag, cardsQuery, numberText } from '../../shared/cards/cards.ts'
import { useOnline } from '../../../shell/realtime/connection.ts'
import { AppLink, linkTo, useGo } from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import { refetch, walletQuery } from '../../../shell/queries/queries.ts'
import { replayQuery } from '../../../shared/answers/Replayed.tsx'
import { endAmount, useAmountQuery } from '../../shared/forms/use-amount.ts'
import { useIsHere } from '../../shared/forms/use-is-here.ts'
import { text } from './text.ts'
import styles from './charge.module.css'

/** M22: once more in full, with what the law on distance sales wants to be read here, and the button that moves money. */
export function ConfirmStep({ amount, method }: { amount: number; method: string }) {
  const go = useGo()
  const isOnline = useOnline()
  const wallet = useQuery(walletQuery())
  const cards = useQuery(cardsQuery())
  const card = cards.data?.items.find(({ id }) => id === method)
  // The key outlives a reload: a customer who sends again after a lost answer is charged once.
  const { send, problem } = useAct('transactions.charge', {
    keptFor: 'me',
    unclear: isOnline ? text.unclear : undefined,
  })
  const isHere = useIsHere()
  const amountQuery = useAmountQuery()

  async function charge(): Promise<void> {
    const body = { payment_method_id: method, amount }
    const outcome = await send({
      wish: body,
      send: (idempotencyKey) => call('transactions.charge', { body, idempotencyKey }),
    })
    if (outcome.is !== 'done') return
    const { answer } = outcome
    endAmount(amount)
    refetch('users.wallet', 'transactions.list')
    const step = answer.three_d_secure === null ? 'done' : '3ds'
    // A reader who is elsewhere by now finds the charge in the list; what its bank wants to see first cannot wait.
    if (!isHere() && step === 'done') return
    go(paths.buyStep(step, { id: answer.id, ...replayQuery(answer) }), { replace: true })
  }

  return (
    <>
      <h2 className={styles.title}>{text.confirmTitle}</h2>
      <Card>
        <Pairs inset strong>
          <div>
            <dt>{text.amount}</dt>
            <dd>
              <Amount value={amount} size="m" />
            </dd>
          </div>
          <div>
            <dt>{text.card}</dt>
            <dd className="figures">{card && `${brandTag(card.brand)} ${numberText(card)}`}</dd>
          </div>
          {wallet.data && (
            <div>
              <dt>{text.after}</dt>
              <dd>
                <Amount value={wallet.data.balance + amount} size="row" />
              </dd>
            </div>
          )}
          <div>
            <dt>{text.payAt}</dt>
            <dd>{text.payAtNow}</dd>
          </div>
          <div>
            <dt>{text.creditedAt}</dt>
            <dd>{text.creditedNow}</dd>
          </div>
        </Pairs>
      </Card>
      <Problem message={problem} />
      <p className={styles.note}>
        {text.confirmNote}
        <br />
        {text.bankNote}
      </p>
      <AppLink className={styles.law} to={paths.legal('law')}>
        {text.commerceLaw}
      </AppLink>
      <div className={styles.foot}>
        <Button block variant="pay" disabled={!isOnline || (cards.isSuccess && !card)} onClick={charge}>
          {isOnline ? text.submit : text.offline}
        </Button>
        <ButtonLink
          block
          variant="quiet"
          render={linkTo(paths.buyStep(undefined, { ...amountQuery(amount), method }))}
        >
          {text.edit}
        </ButtonLink>
      </div>
    </>
  )
}
