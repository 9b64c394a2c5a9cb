import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { empty, id, instant, pageOf, pageQuery, whole } from './resources.ts'
import { written } from './written.ts'

/** What a card is recognised by. Its number never reaches us: the gateway's own form turns it into a token. */
export const paymentMethod = z.strictObject({
  id,
  type: z.literal('card'),
  brand: z.string(),
  last4: z.string(),
  exp_month: whole,
  exp_year: whole,
  default: z.boolean(),
  nickname: z.nullable(z.string()),
  created_at: instant,
})
export type PaymentMethod = z.infer<typeof paymentMethod>

/** What the gateway's form needs. The form is a page of its own, under another origin than the app's. */
export const cardForm = z.strictObject({
  frame_url: z.url(),
  /** The key by which the gateway knows us in a browser; null where its form needs none. */
  public_key: z.nullable(z.string()),
  /** Whom the card's bank may ask for: one of the two is enough. */
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
})
export type CardForm = z.infer<typeof cardForm>

/** The gateway's name of a card that it has just read, and nothing that could be a card's number. */
const gatewayToken = z.string().min(1).max(100)

const nickname = written.max(20)

export const paymentMethods = {
  saved: endpoint({
    name: 'paymentMethods.saved',
    summary: '登録済みのカード（メインのカードが先頭、ほかは新しい順）',
    who: ['customer'],
    query: pageQuery.extend({ type: z.optional(z.literal('card')) }),
    status: 200,
    output: pageOf(paymentMethod),
    errors: ['NOT_VERIFIED'],
  }),
  setup: endpoint({
    name: 'paymentMethods.setup',
    summary: 'カード入力画面の準備（カード番号は決済代行会社の画面にだけ入力される）',
    who: ['customer'],
    body: z.strictObject({}),
    status: 200,
    output: cardForm,
    errors: ['NOT_VERIFIED', 'CARD_UNAVAILABLE', 'CARD_LIMIT'],
  }),
  create: endpoint({
    name: 'paymentMethods.create',
    summary: 'カードの登録（決済代行会社のトークンで。最初の1枚がメインになる）',
    who: ['customer'],
    body: z.strictObject({ gateway_token: gatewayToken }),
    status: 201,
    output: paymentMethod,
    errors: [
      'NOT_VERIFIED',
      'CARD_UNAVAILABLE',
      'CARD_LIMIT',
      'CARD_DECLINED',
      'CARD_EXPIRED',
      'CARD_3DS_FAILED',
      'CARD_TAKEN',
      'CARD_TOKEN',
    ],
  }),
  update: endpoint({
    name: 'paymentMethods.update',
    summary: 'カードの変更（表示名・有効期限・メインにする）',
    who: ['customer'],
    params: z.object({ id }),
    body: z
      .strictObject({
        default: z.optional(z.literal(true)),
        exp_month: z.optional(z.int().min(1).max(12)),
        exp_year: z.optional(z.int().min(2000).max(2099)),
        /** Empty takes the name away. */
        nickname: z.optional(nickname),
      })
      .refine((body) => (body.exp_month === undefined) === (body.exp_year === undefined), {
        path: ['exp_month'],
        error: 'REQUIRED',
      }),
    status: 200,
    output: paymentMethod,
    errors: ['NOT_VERIFIED', 'CARD_UNAVAILABLE', 'CARD_EXPIRED', 'CARD_DECLINED'],
  }),
  remove: endpoint({
    name: 'paymentMethods.remove',
    summary: 'カードの削除（処理中のチャージがある間はできない）',
    who: ['customer'],
    params: z.object({ id }),
    status: 204,
    output: empty,
    errors: ['NOT_VERIFIED', 'CARD_IN_USE'],
  }),
}
