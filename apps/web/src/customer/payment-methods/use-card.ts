import { useQuery } from '@tanstack/react-query'
import { cardsQuery } from '../shared/cards/cards.ts'
import { usePathParam } from '../../shell/navigation/navigation.tsx'

/** The card of the address, or the main one where the address names none. */
export function useCard() {
  const id = usePathParam('id')
  const cards = useQuery(cardsQuery())
  const items = cards.data?.items
  const card =
    items && (id === undefined ? items.find((one) => one.default) : items.find((one) => one.id === id))
  return { query: cards, card: card ?? null, isNone: id === undefined && items?.length === 0 }
}
