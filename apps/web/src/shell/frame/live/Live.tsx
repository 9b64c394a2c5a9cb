import type { NewClientTransaction, PurchaseSuccess } from '@shirogane/contract/wire/events'
import { limits } from '@shirogane/contract/rules/limits'
import type { Level, Wallet } from '@shirogane/contract/resources/shapes'
import { iconGift } from '@shirogane/ui/icons/icons'
import { useAnnounce } from '@shirogane/ui/overlays/use-announce'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { pointsText, yenText } from '../../../shared/money/money.ts'
import { paths } from '../../navigation/paths.ts'
import { useHidden } from '../../../shared/device/privacy.ts'
import { levelQuery, refetch, transactionQuery, walletQuery } from '../../queries/queries.ts'
import { queryClient } from '../../queries/query-client.ts'
import { openLive } from '../../realtime/realtime.ts'
import { renewSession, useSession, whoIs } from '../../session/session.ts'
import { bareDetails } from '../../../shared/transactions/transaction-details.ts'
import { isHeld } from '../../updates/updates.ts'
import { noteFirstPayment } from '../overlays/install.ts'
import { text } from './live-text.ts'
import { showRefused } from './show-refused.ts'
import { isRiseToAnnounce } from './announced-rank.ts'
import type { payCode } from '../../../customer/qr/code/pay-code.ts'

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

/** What becomes of the code on this device; where there is none yet, nothing is loaded for it. */
const endCode = (end: (codes: typeof payCode) => void) =>
  void import('../../../customer/qr/code/pay-code.ts').then(({ payCode }) => end(payCode)).catch(() => {})

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
    if (isRiseToAnnounce(userId, level, isRise)) toast({ message: text.rankUp, icon: iconGift })
  })

  const onMovement = useEffectEvent((event: NewClientTransaction) => {
    refetch(...moved)
    // Also where no screen shows the rank: the movement may have lifted it.
    void queryClient.fetchQuery({ ...levelQuery(), staleTime: 0 }).catch(() => {})
    // A charge at a register, or points that were handed over there, has spent the code that was shown for it.
    if (event.type !== 'refund' && event.spent_total === 0)
      endCode((codes) => (location.pathname === paths.qr() ? void codes.renew() : codes.drop()))
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
    // Readers are not taken away from what they are writing: there the movement is announced as a toast.
    const showsResult = !isHeld()
    if (showsResult) shownResults.add(transaction.id)
    noteFirstPayment()
    // What the event leaves out is asked for when the reader looks at the page of this payment.
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
    if (!showsResult) endCode((codes) => codes.drop())
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
  // What is hidden from a person who looks over the reader's shoulder is not said aloud either.
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
    // A reader who comes back to the page is shown how many notices wait.
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
