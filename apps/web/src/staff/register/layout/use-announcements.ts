import { useAnnounce } from '@shirogane/ui/overlays/use-announce'
import { useEffect, useRef } from 'react'
import type { Bill } from '../tender/tenders.ts'
import { text } from '../text.ts'

/** Totals are said once they rest, so that a row of scans is not a row of sentences. */
const sayAfterMs = 700

/** What a screen reader hears of the register while it is not touched: the bill, a lost line, whose code was read. */
export function useAnnouncements({
  bill,
  isEditing,
  cutOff,
  memberName,
}: {
  bill: Bill
  isEditing: boolean
  cutOff: string | null
  memberName: string | null
}): void {
  const announce = useAnnounce()
  useEffect(() => {
    if (!isEditing || bill.total === 0) return undefined
    const timer = setTimeout(() => {
      const isPaid = bill.remaining === 0
      const end = isPaid
        ? bill.change > 0
          ? text.sayChange(bill.change)
          : text.paidUp
        : text.sayRemaining(bill.remaining)
      announce(text.sayBill(bill.total, end))
    }, sayAfterMs)
    return () => clearTimeout(timer)
  }, [announce, isEditing, bill.total, bill.remaining, bill.change])

  useEffect(() => {
    if (cutOff !== null) announce(cutOff, 'assertive')
  }, [announce, cutOff])

  const lastMember = useRef<string | null>(null)
  useEffect(() => {
    if (memberName === lastMember.current) return
    lastMember.current = memberName
    if (memberName !== null) announce(text.memberFound(memberName))
  }, [announce, memberName])
}
