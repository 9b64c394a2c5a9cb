import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Dispatch, SetStateAction } from 'react'
import { usePathname, useSearchParam } from './navigation.tsx'

/** For the address of the page that an amount is entered on. */
export const amountQuery = (amount: number): { amount?: string } =>
  amount === 0 ? {} : { amount: String(amount) }

/**
 * An amount that is being entered, 0 for none. The address of its page has it as well: whoever steps back to it, returns from
 * a card or an account that was missing, or loads it anew finds it there.
 */
export function useAmount(): [number, Dispatch<SetStateAction<number>>] {
  const router = useRouter()
  const pathname = usePathname()
  const given = Number(useSearchParam('amount') ?? 0)
  const [amount, setAmount] = useState(Number.isSafeInteger(given) && given > 0 ? given : 0)
  useEffect(() => {
    // What the history holds already, though the page may not show it yet.
    const at = router.history.location
    const search = new URLSearchParams(at.search)
    const written = amountQuery(amount).amount
    // What is pressed while the next page is on its way has no place in its address.
    if (at.pathname !== pathname || search.has('step') || (search.get('amount') ?? undefined) === written)
      return
    if (written === undefined) search.delete('amount')
    else search.set('amount', written)
    const query = search.toString()
    // The router's own type would know every route by name.
    const target: object = {
      href: pathname + (query === '' ? '' : `?${query}`),
      state: true,
      replace: true,
      resetScroll: false,
    }
    void router.navigate(target)
  }, [amount, pathname, router])
  return [amount, setAmount]
}
