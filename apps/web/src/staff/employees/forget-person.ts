import type { CallName } from '@shirogane/contract/wire/calls'
import type { QueryClient } from '@tanstack/react-query'
import { staffQuery } from '../shared/queries.ts'

/**
 * What is the person's own, and what shows more of a member than a register does: it goes from the screen at once, and
 * is asked for anew by the person who stands here now, so that their look is the one on record.
 */
const ownCalls = new Set<unknown>([
  'transactions.savedSearches',
  'transactions.search',
  'users.admin',
  'admin.members',
  'admin.showUser',
  'admin.contacts',
  'admin.contact',
  'admin.kycList',
  'admin.kycShow',
  'admin.kycImage',
  'admin.affiliator',
  'admin.buybacks',
  'admin.buyback',
  'admin.buybackPhoto',
] satisfies CallName[])

/**
 * Another person works here from now on, who has just been put into the cache: nothing that was answered to the person
 * before stays, their ceilings least of all. The rest of what is on the screen is renewed where it stands, so that
 * nothing under the sheet is taken down.
 */
export function forgetPersonBefore(client: QueryClient): void {
  const isAnswered = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    queryKey[0] !== staffQuery().queryKey[0]
  client.removeQueries({ type: 'inactive', predicate: isAnswered })
  void client.resetQueries({ predicate: ({ queryKey }) => ownCalls.has(queryKey[0]) })
  void client.invalidateQueries({
    predicate: (query) => isAnswered(query) && !ownCalls.has(query.queryKey[0]),
  })
}
