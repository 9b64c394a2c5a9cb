import { tokyoDate } from '@shirogane/domain/time/tokyo'
import type { Client } from 'pg'
import type { Config } from '../../config.ts'
import { deriveKeys } from '../../features/auth/keys.ts'
import { runOf } from '../../features/payouts/bank-days.ts'
import { addDays } from '../../lib/days.ts'
import { registerAccount } from '../accounts.ts'
import { confirmRewards } from './invitations.ts'
import type { Act } from './past.ts'
import { approve, claimAndRequest, exportFile, type Outcome, request, recordResults } from './payout-desk.ts'
import type { SeededIds } from '../seeded-ids.ts'

type Asked = { username: string; friend: string; outcome: Outcome }

/** Weeks ago, and who asked for what a friend had brought. */
const runs: [weeks: number, asked: Asked[]][] = [
  [4, [{ username: 'kyoko', friend: 'okure', outcome: 'paid' }]],
  [
    2,
    [
      { username: 'kyoko', friend: 'okure', outcome: 'paid' },
      { username: 'funo', friend: 'teishi', outcome: 'name_mismatch' },
    ],
  ],
]

/**
 * Two of the bank's weekly runs, and a request that is not approved yet: what one member was paid, and what came back
 * to another, who has named a new account since. All of it as the desk does it, at the hours when it does it.
 */
export function planPayouts(client: Client, config: Config, ids: SeededIds): Act[] {
  const keys = deriveKeys(config.secretKey)
  const desk = { client, keys, ids }
  const today = tokyoDate(new Date())
  const batches = new Map<string, string[]>()
  const requested = new Map<string, string>()
  const acts = runs.flatMap(([weeks, asked]): Act[] => {
    // The Saturday before the run that many weeks ago; its cut-off is the Monday that follows.
    const { cutoff_on, file_on, value_date } = runOf(addDays(runOf(today).cutoff_on, -7 * (weeks + 1) - 2))
    const saturday = addDays(cutoff_on, -2)
    return [
      ...asked.map(({ username, friend }, index) => ({
        at: at(saturday, `12:0${index}`),
        run: async () => {
          // Only what they claim: what had been confirmed by the end of a month would have been asked for by itself.
          await confirmRewards(client, ids.members.get(friend))
          requested.set(`${weeks} ${username}`, await claimAndRequest(desk, username, friend))
        },
      })),
      {
        at: at(file_on, '09:40'),
        run: async () => {
          const made = asked.map(({ username }) => requested.get(`${weeks} ${username}`)!)
          batches.set(String(weeks), made)
          await approve(desk, made)
        },
      },
      { at: at(file_on, '10:20'), run: () => exportFile(desk, value_date) },
      {
        at: at(value_date, '16:10'),
        run: () =>
          recordResults(
            desk,
            batches.get(String(weeks))!,
            asked.map(({ outcome }) => outcome),
          ),
      },
    ]
  })
  const named = addDays(runOf(today).cutoff_on, -9)
  return [
    ...acts,
    {
      at: at(named, '19:00'),
      run: async () => {
        await client.query('update payout_methods set is_default = false where user_id = $1', [
          ids.members.get('funo'),
        ])
        await registerAccount(client, keys, { username: 'funo', id: ids.members.get('funo')! }, '0067908')
      },
    },
    {
      at: at(addDays(today, -1), '19:40'),
      run: async () => {
        await request(desk, 'funo')
      },
    },
  ]
}

const at = (date: string, time: string): Date => new Date(`${date}T${time}:00+09:00`)
