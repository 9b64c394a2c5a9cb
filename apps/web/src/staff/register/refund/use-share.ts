import type { RefundPreview, Restock } from '@shirogane/contract/resources/sales/refunds'
import type { EnteredNumber } from '@shirogane/ui/inputs/use-number-input'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Body } from '../../../shell/api/api.ts'
import { useRested } from '../../../shared/figures/use-rested.ts'
import { planQuery } from '../../sales/queries.ts'

/** By articles, or by an amount of yen. */
export type Way = 'items' | 'amount'
export type ChosenLine = { quantity: number; restock: Restock }
export type Share = ReturnType<typeof useShare>

/** What of a sale is to go back, and what that means in the server's own figures. `onChange` hears of every other choice. */
export function useShare(whole: RefundPreview, onChange: () => void) {
  const [way, setWay] = useState<Way>('items')
  const [chosen, setChosen] = useState<Readonly<Record<number, ChosenLine>>>({})
  const [entered, setEntered] = useState<EnteredNumber>(null)
  const [isToBalance, setToBalance] = useState(false)
  const changing =
    <T>(set: (next: T) => void) =>
    (next: T) => {
      set(next)
      onChange()
    }

  const amount = entered ?? 0
  const items = whole.lines.flatMap(({ line }) => {
    const one = chosen[line]
    return one === undefined || one.quantity === 0 ? [] : [{ line, ...one }]
  })
  const isAsked = way === 'items' ? items.length > 0 : amount > 0 && amount <= whole.total
  const preview: Body<'transactions.refundPreview'> = {
    transaction_id: whole.transaction_id,
    ...(way === 'items' ? { items: items.map(({ line, quantity }) => ({ line, quantity })) } : { amount }),
    ...(isToBalance && { to_balance: true }),
  }
  const rested = useRested({ preview, isAsked })
  const asked = useQuery({
    ...planQuery(rested.preview),
    enabled: rested.isAsked,
    placeholderData: keepPreviousData,
  })
  // What is shown is what will happen: while the figures of the last choice are on their way, nothing can be confirmed.
  const isAtRest = JSON.stringify(rested.preview) === JSON.stringify(preview) && !asked.isPlaceholderData
  const plan = isAsked && rested.isAsked ? asked.data : undefined
  return {
    way,
    chosen,
    entered,
    amount,
    items,
    isToBalance,
    preview,
    plan,
    /** The figures stand and are those of the last choice. */
    isReady: plan !== undefined && isAtRest && !asked.isError,
    error: isAsked ? asked.error : null,
    setWay: changing(setWay),
    setEntered: changing(setEntered),
    setToBalance: changing(setToBalance),
    choose: (line: number, change: Partial<ChosenLine>) => {
      onChange()
      setChosen((now) => ({
        ...now,
        [line]: { quantity: 0, restock: 'resale', ...now[line], ...change },
      }))
    },
  }
}
