import type pg from 'pg'
import type { PayRequest } from '../pay/pay-request.ts'

/** The same deferral with its customer's signature, never twice the same, and this colleague's approval beside it. */
export async function signed(
  owner: Pick<pg.Client | pg.Pool, 'query'>,
  request: PayRequest,
  decider: string,
): Promise<PayRequest> {
  const { rows } = await owner.query<{ id: string; path: string }>(
    `with whose as (
       select c.user_id from ledger.pay_codes c
       where c.token_hash = $1 or c.code_hash = $2
         or c.id = (select k.pay_code_id from ledger.checkouts k where k.id = $3)
     )
     insert into approvals (id, store_id, kind, subject, amount, requested_by, requested_at, expires_at, status,
       decided_by, decided_at, decided_how)
     select gen_random_uuid(), $4, 'later_signed', jsonb_build_object('user_id', w.user_id), $5, $6, ledger.now(),
       ledger.now() + interval '5 minutes', 'approved', $7, ledger.now(), 'pin'
     from whose w
     returning id, 'M' || translate(md5(id::text), 'abcdef', '      ') || 'L9 9' as path`,
    [
      request.token_hash,
      request.code_hash,
      request.checkout_id,
      request.store_id,
      request.later,
      request.actor_id,
      decider,
    ],
  )
  const [word] = rows
  if (word === undefined || request.contract === null) return request
  const contract = { ...request.contract, signature: word.path, signed_approval_id: word.id }
  return { ...request, contract }
}
