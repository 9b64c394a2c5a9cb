import type { NewClientTransaction, PurchaseSuccess } from '@shirogane/contract/events'
import { limits } from '@shirogane/contract/limits'
import type { Level, Wallet } from '@shirogane/contract/resources'
import { iconGift } from '@shirogane/ui/icons'
import { useAnnounce } from '@shirogane/ui/use-announce'
import { useToast } from '@shirogane/ui/use-toast'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { pointsText, yenText } from '../lib/money.ts'
import { paths } from '../lib/paths.ts'
import { useHidden } from '../lib/privacy.ts'
import { levelQuery, refetch, transactionQuery, walletQuery } from '../lib/queries.ts'
import { queryClient } from '../lib/query-client.ts'
import { openLive } from '../lib/realtime.ts'
import { renewSession, useSession, whoIs } from '../lib/session.ts'
import { bareDetails } from '../lib/transaction-details.ts'
import { isHeld } from '../lib/updates.ts'
import { noteFirstPayment } from './install.ts'
import { text } from './live-text.ts'
import { showRefused } from './show-refused.ts'
import { isRiseToTell } from './told-rank.ts'

/** How long a payment's own result may take to arrive before the movement is told as a toast instead. */
const resultGraceMs = 1_500

/** What a movement changes, wherever it is shown. */
const moved = [
  'users.wallet',
  'users.level',
  'transactions.list',
  'transactions.details',
  'transactions.receipt',
  'notifications.count',
  'notifications.list',
] as const

/** Payments whose result view this page has shown; the same payment is then not told a second time. */
const shownResults = new Set<string>()

/** Hears what happens to the reader's money, wherever in the app they are. */
export function Live(): null {
  const session = useSession()
  const who = whoIs(session)
  const userId = session.auth?.id
  const toast = useToast()
  const announce = useAnnounce()
  const router = useRouter()

  const onLevel = useEffectEvent((isRise = false) => {
    const level = queryClient.getQueryData<Level>(levelQuery().queryKey)
    // What happens behind the reader's back is told when they look again.
    if (userId === undefined || level === undefined || document.visibilityState === 'hidden') return
    if (isRiseToTell(userId, level, isRise)) toast({ message: text.rankUp, icon: iconGift })
  })

  const onMovement = useEffectEvent((event: NewClientTransaction) => {
    refetch(...moved)
    // Also where no screen shows the rank: the movement may have lifted it.
    void queryClient.fetchQuery({ ...levelQuery(), staleTime: 0 }).catch(() => {})
    if (event.type === 'notification' || event.type === 'refund') {
      if (event.message !== null && event.message !== '')
        toast({ message: event.message, duration: limits.toastNotificationMs })
      return
    }
    if (event.type !== undefined) return
    if (event.spent_total > 0) {
      setTimeout(() => {
        if (!shownResults.has(event.id))
          toast({
            message: text.paid(yenText(event.spent_total), pointsText(event.received_point_total)),
            kind: 'ok',
          })
      }, resultGraceMs)
      return
    }
    // A gift for an invitation is told by its figures (the specification's words); its sentence stands in the notice.
    const message =
      event.received_wallet > 0
        ? text.inviteYen(yenText(event.received_wallet))
        : text.invitePoints(event.received_point_total)
    toast({ message, duration: limits.toastInviteBonusMs, icon: iconGift })
  })

  const onPaid = useEffectEvent((event: PurchaseSuccess) => {
    const { transaction, wallet, level, level_up } = event
    // Nobody is taken away from what they are writing: there the movement is told as a toast.
    const showsResult = !isHeld()
    if (showsResult) shownResults.add(transaction.id)
    noteFirstPayment()
    // What the event leaves out is asked for when somebody looks at the page of this payment.
    const { queryKey } = transactionQuery(transaction.id)
    queryClient.setQueryData(queryKey, (known) => known ?? bareDetails(transaction))
    void queryClient.invalidateQueries({ queryKey, refetchType: 'none' })
    if (wallet !== null) queryClient.setQueryData(walletQuery().queryKey, wallet)
    if (level !== null) queryClient.setQueryData(levelQuery().queryKey, level)
    refetch(
      'transactions.list',
      'transactions.ownLater',
      'notifications.count',
      'notifications.list',
      'users.level',
    )
    // The level in the cache raises the toast by itself; only where none was known before is there nothing to compare.
    if (level_up) onLevel(true)
    if (showsResult && !router.state.location.pathname.startsWith('/admin')) {
      // The code that paid is no place to go back to.
      const replace = router.state.location.pathname === paths.qr()
      void router.navigate({ href: paths.qrDone(transaction.id), replace })
    }
    // Its result would end the code that has paid; without one, the next pay screen would hold it out again.
    if (!showsResult)
      void import('../features/qr/pay-code.ts').then(({ payCode }) => payCode.drop()).catch(() => {})
  })

  const onReturn = useEffectEvent(() =>
    refetch(...moved, 'transactions.confirmation', 'transactions.ownLater'),
  )

  useEffect(() => {
    if (who !== 'member' || userId === undefined || session.reconnecting) return undefined
    let close: (() => void) | null = null
    let isGone = false
    void openLive({
      newClientTransaction: onMovement,
      purchaseSuccess: onPaid,
      purchaseRefused: (refused) => showRefused(router, refused),
      confirmationChange: () => refetch('transactions.confirmation'),
      onReturn,
      onRefused: renewSession,
    })
      .then((end) => {
        if (isGone) end()
        else close = end
      })
      // Without the library the screens ask for themselves; the next start tries again.
      .catch(() => {})
    return () => {
      isGone = true
      close?.()
    }
  }, [who, userId, session.reconnecting, router])

  const isHidden = useHidden()
  // What is hidden from whoever looks over the reader's shoulder is not said aloud either.
  const onBalance = useEffectEvent((balance: number) => {
    if (!isHidden) announce(text.balanceNow(yenText(balance)))
  })

  useEffect(() => {
    if (userId === undefined) return undefined
    onLevel()
    let balance = queryClient.getQueryData<Wallet>(walletQuery().queryKey)?.balance
    return queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success') return
      const [name] = event.query.queryKey
      if (name === 'users.level') onLevel()
      if (name === 'users.wallet') {
        const next = (event.query.state.data as Wallet).balance
        if (balance !== undefined && next !== balance) onBalance(next)
        balance = next
      }
    })
  }, [userId])

  useEffect(() => {
    // Whoever comes back to the page is told how many notices wait.
    if (userId === undefined) return undefined
    const onFocus = () => {
      if (document.visibilityState !== 'visible') return
      refetch('notifications.count')
      onLevel()
    }
    document.addEventListener('visibilitychange', onFocus)
    return () => document.removeEventListener('visibilitychange', onFocus)
  }, [userId])

  return null
}
