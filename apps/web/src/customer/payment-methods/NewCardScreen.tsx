import { Button, ButtonLink } from '@shirogane/ui/actions/Button'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Icon } from '@shirogane/ui/icons/Icon'
import { iconLock } from '@shirogane/ui/icons/icons-lazy'
import { Problem } from '@shirogane/ui/states/Problem'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, call, messageOf, serverMessageOf } from '../../shell/api/api.ts'
import { type Act, useAct } from '../../shell/api/use-act.ts'
import { CardFrame, type CardFrameHandle } from '../shared/cards/CardFrame.tsx'
import { cardsQuery } from '../shared/cards/cards.ts'
import { useOnline } from '../../shell/realtime/connection.ts'
import { linkTo, useGo, useSearchParam } from '../../shell/navigation/navigation.tsx'
import { paths, safeNext } from '../../shell/navigation/paths.ts'
import { ask, refetch } from '../../shell/queries/queries.ts'
import { useHoldUpdate } from '../../shell/updates/use-hold-update.ts'
import { useIsHere } from '../shared/forms/use-is-here.ts'
import { text } from './text.ts'
import styles from './payment-methods.module.css'

const setupQuery = () => queryOptions({ ...ask('paymentMethods.setup'), gcTime: 0, retry: false })

/** A new card: typed into the gateway's own form, kept under the token that comes out of it. */
export default function NewCardScreen() {
  const setup = useQuery(setupQuery())
  const [round, setRound] = useState(0)
  // One act for all the forms of this screen: a card of an earlier one may be there although no answer came.
  const act = useAct('paymentMethods.create')
  if (setup.isLoadingError) {
    return (
      <ErrorPanel
        title={text.formFailed}
        message={serverMessageOf(setup.error)}
        onRetry={() => setup.refetch()}
      />
    )
  }
  if (setup.data === undefined) {
    return (
      <div className={styles.screen}>
        <Skeleton height={420} />
      </div>
    )
  }
  return <Form key={round} form={setup.data} act={act} onAgain={() => setRound(round + 1)} />
}

type FormProps = {
  form: { frame_url: string; public_key: string | null; email: string | null; phone: string | null }
  act: Act<'paymentMethods.create'>
  onAgain: () => void
}

function Form({ form, act, onAgain }: FormProps) {
  const go = useGo()
  const isHere = useIsHere()
  const toast = useToast()
  const isOnline = useOnline()
  const back = safeNext(useSearchParam('return')) ?? paths.paymentMethods()
  const cards = useQuery(cardsQuery())
  const frame = useRef<CardFrameHandle>(null)
  const [state, setState] = useState<'typing' | 'sending' | 'bank' | 'cancelled'>('typing')
  const [problem, setProblem] = useState<string | null>(null)
  // What stands in the gateway's frame cannot be seen from here.
  useHoldUpdate(state !== 'cancelled')

  async function keep(token: string): Promise<void> {
    setState('sending')
    const outcome = await act.send({
      wish: token,
      send: () => call('paymentMethods.create', { body: { gateway_token: token } }),
      before: cards.data?.items.map(({ id }) => id) ?? null,
      // An earlier try of which no answer came may have kept it.
      isSpent: ({ code }) => code === 'CARD_TAKEN',
      findsAtOnce: true,
      find: (_, before) => isAdded(before),
    })
    if (outcome.is === 'failed') {
      const { error } = outcome
      setProblem(error instanceof ApiError && error.isNetwork ? text.unclear : messageOf(error))
      setState('cancelled')
      return
    }
    refetch('paymentMethods.saved')
    toast({ message: text.added, kind: 'ok' })
    if (isHere()) go(back, { replace: true })
  }
  /**
   * Whether there is a card by now that was not there before. Where the cards of before are not known, the answer is
   * no.
   */
  async function isAdded(before: readonly string[] | null): Promise<boolean> {
    const { data, isError } = await cards.refetch()
    return before !== null && !isError && data?.items.some(({ id }) => !before.includes(id)) === true
  }
  function submit(): void {
    if (state !== 'typing') return
    setProblem(null)
    setState('sending')
    frame.current?.submit()
  }

  if (state === 'cancelled') {
    return (
      <EmptyState
        picture="dish"
        title={problem ?? text.cancelled}
        action={
          <div className={styles.buttons}>
            <Button variant="secondary" onClick={onAgain}>
              {text.again}
            </Button>
            <ButtonLink variant="quiet" render={linkTo(back)}>
              {text.toList}
            </ButtonLink>
          </div>
        }
      />
    )
  }
  return (
    <div className={styles.screen}>
      <Problem message={problem} />
      {state === 'bank' && (
        <p className={styles.bank} role="status">
          {text.bank}
        </p>
      )}
      <CardFrame
        ref={frame}
        mode="card"
        url={form.frame_url}
        title={state === 'bank' ? text.frameBank : text.frame}
        publicKey={form.public_key}
        email={form.email}
        phone={form.phone}
        onToken={(token) => void keep(token)}
        onChallenge={() => setState('bank')}
        onCancelled={() => setState('cancelled')}
        onEnter={submit}
        onMissing={() => {
          setProblem(text.frameMissing)
          setState('cancelled')
        }}
        onFailed={(sentence) => {
          setProblem(sentence)
          setState(state === 'bank' ? 'cancelled' : 'typing')
        }}
      />
      {state !== 'bank' && (
        <>
          <p className={styles.note}>
            <Icon shape={iconLock} size={16} />
            {text.notStored}
          </p>
          <Button block busy={state === 'sending'} disabled={!isOnline} onClick={submit}>
            {isOnline ? text.addIt : text.offline}
          </Button>
        </>
      )}
    </div>
  )
}
