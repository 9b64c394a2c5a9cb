import { Button } from '@shirogane/ui/actions/Button'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Problem } from '@shirogane/ui/states/Problem'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { call, messageOf, serverMessageOf } from '../../../shell/api/api.ts'
import { CardFrame } from '../../shared/cards/CardFrame.tsx'
import { useGo } from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import { ask, refetch } from '../../../shell/queries/queries.ts'
import { useIsHere } from '../../shared/forms/use-is-here.ts'
import { text } from './text.ts'
import styles from './charge.module.css'

/** How the charge stands now; asked anew, so that a page that was reloaded goes on where it was. */
const standingQuery = (id: string) =>
  queryOptions({
    ...ask('transactions.finishCharge', { params: { id }, body: {} }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

/** 3-D Secure of a charge: the bank's own page, and afterwards the server's question whether it was content. */
export function BankStep({ id }: { id: string }) {
  const go = useGo()
  const isHere = useIsHere()
  const standing = useQuery(standingQuery(id))
  const [problem, setProblem] = useState<string | null>(null)
  const [isEnding, setEnding] = useState(false)

  const showResult = useEffectEvent(() => {
    refetch('users.wallet', 'transactions.list', 'transactions.details')
    go(paths.buyStep('done', { id }), { replace: true })
  })
  const waits = standing.data?.status === 'pending' && standing.data.three_d_secure !== null
  useEffect(() => {
    if (standing.isSuccess && !waits) showResult()
  }, [standing.isSuccess, waits])

  async function end(cancelled: boolean): Promise<void> {
    setEnding(true)
    try {
      await call('transactions.finishCharge', { params: { id }, body: cancelled ? { cancelled: true } : {} })
    } catch (error) {
      // Where this answer is lost, the result page asks for it again.
      setProblem(messageOf(error))
    }
    refetch('users.wallet', 'transactions.list', 'transactions.details')
    if (isHere()) go(paths.buyStep('done', { id }), { replace: true })
  }

  if (standing.isLoadingError)
    return <ErrorPanel message={serverMessageOf(standing.error)} onRetry={() => standing.refetch()} />
  const form = standing.data?.three_d_secure
  if (!form) return <Skeleton height={320} />
  return (
    <>
      <h2 className={styles.title} role="status">
        {text.bank}
      </h2>
      <Problem message={problem} />
      <CardFrame
        mode="three_d_secure"
        url={form.frame_url}
        title={text.frameBank}
        publicKey={form.public_key}
        charge={form.charge}
        onDone={() => void end(false)}
        onCancelled={() => void end(true)}
        onFailed={() => void end(false)}
      />
      <Button block variant="quiet" busy={isEnding} onClick={() => end(true)}>
        {text.stop}
      </Button>
    </>
  )
}
