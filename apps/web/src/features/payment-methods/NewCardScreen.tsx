import { Button, ButtonLink } from '@shirogane/ui/Button'
import { EmptyState } from '@shirogane/ui/EmptyState'
import { ErrorPanel } from '@shirogane/ui/ErrorPanel'
import { Icon } from '@shirogane/ui/Icon'
import { iconLock } from '@shirogane/ui/icons-later'
import { Problem } from '@shirogane/ui/Problem'
import { Skeleton } from '@shirogane/ui/Skeleton'
import { useToast } from '@shirogane/ui/use-toast'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call, messageOf, serverMessageOf } from '../../lib/api.ts'
import { CardFrame, type CardFrameHandle } from '../../lib/CardFrame.tsx'
import { useOnline } from '../../lib/connection.ts'
import { linkTo, useGo, useSearchParam } from '../../lib/navigation.tsx'
import { paths, safeNext } from '../../lib/paths.ts'
import { ask, refetch } from '../../lib/queries.ts'
import { useHoldUpdate } from '../../lib/use-hold-update.ts'
import { useIsHere } from '../../lib/use-is-here.ts'
import { text } from './text.ts'
import styles from './payment-methods.module.css'

const setupQuery = () => queryOptions({ ...ask('paymentMethods.setup'), gcTime: 0, retry: false })

/** A new card: typed into the gateway's own form, kept under the token that comes out of it. */
export default function NewCardScreen() {
  const setup = useQuery(setupQuery())
  const [round, setRound] = useState(0)
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
  return <Form key={round} form={setup.data} onAgain={() => setRound(round + 1)} />
}

type FormProps = {
  form: { frame_url: string; public_key: string | null; email: string | null; phone: string | null }
  onAgain: () => void
}

function Form({ form, onAgain }: FormProps) {
  const go = useGo()
  const isHere = useIsHere()
  const toast = useToast()
  const isOnline = useOnline()
  const back = safeNext(useSearchParam('return')) ?? paths.paymentMethods()
  const frame = useRef<CardFrameHandle>(null)
  const [state, setState] = useState<'typing' | 'sending' | 'bank' | 'cancelled'>('typing')
  const [problem, setProblem] = useState<string | null>(null)
  // What stands in the gateway's frame cannot be seen from here.
  useHoldUpdate(state !== 'cancelled')

  async function keep(token: string): Promise<void> {
    setState('sending')
    try {
      await call('paymentMethods.create', { body: { gateway_token: token } })
      refetch('paymentMethods.saved')
      toast({ message: text.added, kind: 'ok' })
      if (isHere()) go(back, { replace: true })
    } catch (error) {
      setProblem(messageOf(error))
      setState('cancelled')
    }
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
