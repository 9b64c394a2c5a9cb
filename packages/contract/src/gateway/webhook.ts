import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'

export const webhook = endpoint({
  name: 'gateway.webhook',
  call: 'POST /v1/gateway/webhook',
  table: 'staff',
  summary: '決済代行会社からの通知（署名のないものは受け付けない。結果は決済代行会社に問い合わせて確かめる）',
  right: 'anyone',
  reach: { all: 'if-signed', other_customer: 'if-signed' },
  note: 'for the gateway alone, else 403 WEBHOOK_UNSIGNED',
  /** The gateway's own words, of which only the name of the charge is read. */
  body: z.looseObject({}),
  signed: true,
  status: 200,
  output: z.strictObject({ received: z.literal(true) }),
  errors: ['WEBHOOK_UNSIGNED', 'CARD_UNAVAILABLE'],
  lost: 'again',
})
