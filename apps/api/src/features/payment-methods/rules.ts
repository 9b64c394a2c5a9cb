/** A card is good until its month in Tokyo has ended. */
export function hasExpired(card: { exp_month: number; exp_year: number }, today: string): boolean {
  return `${card.exp_year}-${String(card.exp_month).padStart(2, '0')}` < today.slice(0, 7)
}
