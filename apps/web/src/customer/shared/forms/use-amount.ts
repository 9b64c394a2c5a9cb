import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Dispatch, SetStateAction } from 'react'
import { usePathname, useSearchParam } from '../../../shell/navigation/navigation.tsx'
import { useSession } from '../../../shell/session/session.ts'

type AmountQuery = { amount?: string; of?: string }

/** Whose an amount is. The end of their id, because no name and no number of a person stands in an address. */
const nameOf = (owner: string | undefined): string | undefined => owner?.slice(-8)

/**
 * For the addresses of the pages that an amount goes through: with the one who entered it, because an address outlives
 * a session, and a form must not show the amount of another person.
 */
export function useAmountQuery(): (amount: number) => AmountQuery {
  const of = nameOf(useSession().auth?.id)
  return (amount) => (amount === 0 ? {} : { amount: String(amount), ...(of !== undefined && { of }) })
}

/** The amount that the address gives, 0 for none or for another person's. */
export function useGivenAmount(): number {
  const owner = nameOf(useSession().auth?.id)
  const amount = Number(useSearchParam('amount') ?? 0)
  const of = useSearchParam('of')
  const isOwn = of === undefined || of === owner
  return isOwn && Number.isSafeInteger(amount) && amount > 0 ? amount : 0
}

/** The amount that has been charged or paid out last, until another one is entered. */
let usedUp = 0

/** What has been done is not offered once more to a reader who steps back behind it. */
export function endAmount(amount: number): void {
  usedUp = amount
}

/**
 * An amount that is being entered, 0 for none. The address of its page has it as well: it is there again after a step
 * back, after a card or an account that was missing, and after a reload.
 */
export function useAmount(): [number, Dispatch<SetStateAction<number>>] {
  const router = useRouter()
  const pathname = usePathname()
  const query = useAmountQuery()
  const given = useGivenAmount()
  const [amount, setAmount] = useState(given === usedUp ? 0 : given)
  const { amount: written, of } = query(amount)
  const shown = useSearchParam('amount')
  useEffect(() => {
    if (written !== undefined) usedUp = 0
    // A reader who goes to another address of this page, as a step back behind a card that they chose there, takes the
    // amount along. What is compared is what the history holds already, though the page may not show it yet.
    const at = router.history.location
    const search = new URLSearchParams(at.search)
    // What is pressed while the next page is on its way has no place in its address.
    if (at.pathname !== pathname || search.has('step')) return
    // The session has ended, and the page is about to go: whose amount it was stays written.
    if (of === undefined && written !== undefined && search.has('of')) return
    if (search.get('amount') === (written ?? null) && search.get('of') === (of ?? null)) return
    search.delete('amount')
    search.delete('of')
    for (const [name, value] of Object.entries({ amount: written, of }))
      if (value !== undefined) search.set(name, value)
    const asked = search.toString()
    // The router's own type would know every route by name.
    const target: object = {
      href: pathname + (asked === '' ? '' : `?${asked}`),
      state: true,
      replace: true,
      resetScroll: false,
    }
    void router.navigate(target)
  }, [written, of, shown, pathname, router])
  return [amount, setAmount]
}
