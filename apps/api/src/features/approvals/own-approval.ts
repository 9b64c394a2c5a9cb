/**
 * The ledger posts nothing on the approval of a person whose own account is concerned. A register asks about a discount
 * before it knows whose sale it is, so this may come to light with the sale alone.
 */
export function isOwnApproval(error: unknown): boolean {
  return (error as { constraint?: string } | null)?.constraint === 'approval_of_another'
}
