import type { PaymentMethod } from '@shirogane/contract/resources/members/payment-methods'
import type { Caller } from '../calls/caller.ts'
import type { TestApi } from '../start-api.ts'

/** Numbers of the sandbox, by what such a card does. */
export const sandboxCards = {
  success: '4242424242424242',
  master: '5555555555554444',
  jcb: '3530111333300000',
  amex: '378282246310005',
  bank: '4000000000003220',
  refused: '4000000000000002',
  decline: '4000000000080319',
  expired: '4000000000004012',
  lost: '4000000000000119',
  late: '4000000000000259',
  twice: '4000000000000341',
} as const
export type SandboxCardName = keyof typeof sandboxCards

type Api = Pick<TestApi, 'server' | 'db'>

const deskOf = ({ server }: Api): string => server.context.gateways.cards!.originFor('127.0.0.1')

/** What the form under the other origin sends to its own server. */
async function toSandbox(api: Api, path: string, body: unknown): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${deskOf(api)}/sandbox/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

/** A card that was typed into the form, as its token. The bank is asked where the card wants it. */
export async function cardToken(
  api: Api,
  name: SandboxCardName = 'success',
  bank: 'passed' | 'failed' | 'left' = 'passed',
): Promise<string> {
  const { body } = await toSandbox(api, 'tokens', {
    number: sandboxCards[name],
    exp_month: 12,
    exp_year: 2034,
  })
  const { id } = body as { id?: string }
  if (id === undefined) throw new Error(`The sandbox refused the card: ${JSON.stringify(body)}`)
  if (name === 'bank' && bank !== 'left') await answerBank(api, id, bank === 'passed')
  return id
}

/** What the holder of the card says on the bank's page, for a token or for a charge of the gateway. */
export async function answerBank(api: Api, id: string, passed: boolean): Promise<void> {
  await toSandbox(api, `bank/${id}`, { passed })
}

/** A card in the caller's name; the same card again is the same. */
export async function saveCard(
  api: Api,
  caller: Caller,
  name: SandboxCardName = 'success',
): Promise<PaymentMethod> {
  const { items } = await caller.get('paymentMethods.saved', { query: { limit: 100 } })
  const last4 = sandboxCards[name].slice(-4)
  const known = items.find((card) => card.last4 === last4)
  if (known) return known
  return caller.get('paymentMethods.create', { body: { gateway_token: await cardToken(api, name) } })
}
