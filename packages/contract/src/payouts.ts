import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { payoutFailures } from './payout-terms.ts'
import { businessDate, id, instant, pageOf, pageQuery, payoutFacts, transaction, whole } from './resources.ts'
import { written } from './written.ts'

const account = {
  bank_code: z.string(),
  bank_name: z.string(),
  branch_code: z.string(),
  branch_name: z.string(),
  account_type: z.enum(['ordinary', 'current', 'savings']),
  /** All but the last three digits are hidden. */
  account_number: z.string(),
  holder_kana: z.string(),
}

const pricing = z.strictObject({
  method: z.literal('bank'),
  fee: whole,
  minimum: whole,
  maximum: whole,
  /** The day of the next file: what is asked for until the cut-off before it goes with it. */
  next_run_on: businessDate,
  cutoff_at: instant,
  /** The day on which the money arrives. */
  value_date: businessDate,
  /** What the month of that day has come to so far, where tax is withheld by the month; null where none is. */
  withholding: z.nullable(z.strictObject({ paid: whole, withheld: whole })),
  /** Why no amount at all can be asked for now, whatever the account; null where one can. */
  refusal: z.nullable(
    z.strictObject({
      code: z.enum(['DEBT_OPEN', 'PAYOUT_STOPPED', 'PAYOUT_FROZEN', 'PAYOUT_PENDING', 'COOLING_OFF']),
      error: z.string(),
    }),
  ),
})
export type PayoutPricing = z.infer<typeof pricing>

/** What the house paid to an affiliator, as they need it for their taxes (支払明細書・仕入明細書). */
export const payoutStatement = z.strictObject({
  number: z.string(),
  issued_on: businessDate,
  payer: z.strictObject({
    company: z.string(),
    postcode: z.string(),
    address: z.string(),
    phone: z.string(),
    registration_no: z.nullable(z.string()),
  }),
  payee: z.strictObject({
    name: z.string(),
    /** T and thirteen digits; null for who is not registered. */
    registration_no: z.nullable(z.string()),
  }),
  /** The first and the last day on which what is paid was earned; null where they are not known. */
  period: z.nullable(z.strictObject({ from: businessDate, until: businessDate })),
  requested_on: businessDate,
  paid_on: businessDate,
  /** The reward, tax included, with the tax in it at its rate: cut off once. */
  amount: whole,
  tax: z.strictObject({ rate: whole, taxable: whole, tax: whole }),
  /** The share of that tax which the payer may deduct without the payee's registration, in basis points; null with it. */
  deductible_bp: z.nullable(whole),
  withholding: whole,
  fee: whole,
  transferred: whole,
  /** Where it went; null for what was paid as balance. */
  account: z.nullable(z.strictObject(account)),
})
export type PayoutStatement = z.infer<typeof payoutStatement>

const row = z.strictObject({
  id,
  number: z.string(),
  reference: whole,
  user: z.strictObject({ id, username: z.string(), name: z.string() }),
  ...payoutFacts.shape,
  requested_at: instant,
  approved_by: z.nullable(z.string()),
  exported_by: z.nullable(z.string()),
  batch: z.nullable(z.strictObject({ id, number: z.string() })),
  settled_at: z.nullable(instant),
  recalled_at: z.nullable(instant),
  cancel_reason: z.nullable(z.string()),
  /** Why it can go into no file as things stand: who is paid can be paid no more. */
  held: z.nullable(z.enum(['kyc', 'suspended', 'stopped', 'debt', 'carried', 'holder'])),
  /** What this caller may do with it now. */
  may: z.strictObject({
    approve: z.boolean(),
    cancel: z.boolean(),
    settle: z.boolean(),
    recall: z.boolean(),
  }),
})
export type PayoutRow = z.infer<typeof row>

const batch = z.strictObject({
  id,
  number: z.string(),
  value_date: businessDate,
  transfers: whole,
  total: whole,
  /** Of its transfers, how many the bank has said nothing about yet. */
  open: whole,
  paid: whole,
  failed: whole,
  sha256: z.string(),
  exported_by: z.string(),
  exported_at: instant,
})
export type PayoutBatch = z.infer<typeof batch>

const staff = ['accounting', 'owner'] as const
export const payoutStatuses = ['requested', 'approved', 'exported', 'paid', 'failed', 'canceled'] as const

export const payouts = {
  pricing: endpoint({
    name: 'affiliates.payoutPricing',
    summary: '出金の手数料・金額の範囲・締切・振込予定日',
    who: ['customer'],
    query: z.object({ method: z.enum(['bank']).default('bank') }),
    status: 200,
    output: pricing,
    errors: ['NOT_VERIFIED', 'NOT_AFFILIATOR'],
  }),
  request: endpoint({
    name: 'transactions.payout',
    summary: '出金の申請（報酬だけが対象。再度の本人確認が必要。振込先を指定しなければメインの口座）',
    who: ['customer'],
    body: z.strictObject({
      amount: z.int().min(1).max(limits.amountMax),
      payout_method_id: z.optional(id),
      /** The fee that the screen showed: another one since is no agreement. */
      fee: z.optional(z.int().min(0).max(limits.amountMax)),
      /** The tax withheld that the screen showed, likewise. */
      withheld: z.optional(z.int().min(0).max(limits.amountMax)),
    }),
    status: 200,
    output: transaction,
    errors: [
      'NOT_VERIFIED',
      'NOT_AFFILIATOR',
      'KYC_REQUIRED',
      'PAYOUT_MINOR',
      'PAYOUT_METHOD_REQUIRED',
      'PAYOUT_METHOD_TROUBLE',
      'PAYOUT_METHOD_REVIEW',
      'COOLING_OFF',
      'DEBT_OPEN',
      'PAYOUT_STOPPED',
      'PAYOUT_FROZEN',
      'PAYOUT_PENDING',
      'PAYOUT_BELOW_MIN',
      'PAYOUT_ABOVE_MAX',
      'PAYOUT_EXCEEDS',
      'REWARD_CARRIED',
      'PAYOUT_QUOTE',
      'STEP_UP_REQUIRED',
      'IDEMPOTENCY_KEY_REUSED',
    ],
    idempotent: true,
  }),
  cancel: endpoint({
    name: 'transactions.cancelPayout',
    summary: '出金の申請の取り消し（承認の前、締切まで。全額が報酬に戻る）',
    who: ['customer'],
    params: z.object({ id }),
    status: 200,
    output: transaction,
    errors: ['NOT_VERIFIED', 'TXN_NOT_FOUND', 'PAYOUT_CANCEL_CLOSED'],
  }),
  statement: endpoint({
    name: 'transactions.payoutStatement',
    summary: '支払明細書（振り込んだ出金と、残高で受け取った報酬）',
    who: ['customer', ...staff],
    params: z.object({ id }),
    status: 200,
    output: payoutStatement,
    errors: ['NOT_VERIFIED', 'TXN_NOT_FOUND'],
  }),
  statementPdf: endpoint({
    name: 'transactions.payoutStatementPdf',
    summary: '支払明細書のPDF',
    who: ['customer', ...staff],
    params: z.object({ id }),
    status: 200,
    output: z.instanceof(Uint8Array),
    media: 'application/pdf',
    errors: ['NOT_VERIFIED', 'TXN_NOT_FOUND'],
  }),
  taxNumber: endpoint({
    name: 'affiliates.taxNumber',
    summary: '支払明細書に載せる登録番号（適格請求書発行事業者。登録していなければ null）',
    who: ['customer'],
    status: 200,
    output: z.strictObject({ registration_no: z.nullable(z.string()) }),
    errors: ['NOT_VERIFIED', 'NOT_AFFILIATOR'],
  }),
  changeTaxNumber: endpoint({
    name: 'affiliates.changeTaxNumber',
    summary: '支払明細書に載せる登録番号の変更',
    who: ['customer'],
    body: z.strictObject({
      registration_no: z.nullable(z.string().regex(/^T\d{13}$/, 'REGISTRATION_NO_FORMAT')),
    }),
    status: 200,
    output: z.strictObject({ registration_no: z.nullable(z.string()) }),
    errors: ['NOT_VERIFIED', 'NOT_AFFILIATOR'],
  }),
}

export const adminPayouts = {
  list: endpoint({
    name: 'admin.payouts',
    summary: '出金申請の一覧（新しい順）',
    who: staff,
    query: pageQuery.extend({
      status: z.enum(['all', 'open', ...payoutStatuses]).default('all'),
      q: written.max(40).default(''),
    }),
    status: 200,
    output: z.strictObject({
      ...pageOf(row).shape,
      /**
       * How many wait for each next step, how many accounts of corporations for somebody to look at them, and how many
       * members' rewards stand still because they know nothing of an account in their name.
       */
      waiting: z.strictObject({
        requested: whole,
        approved: whole,
        exported: whole,
        accounts: whole,
        stops: whole,
      }),
      /** Nothing leaves for anybody, because the books did not balance at their last check. */
      frozen: z.boolean(),
    }),
    errors: [],
  }),
  show: endpoint({
    name: 'admin.payout',
    summary: '出金申請の1件（閲覧は記録される）',
    who: staff,
    params: z.object({ id }),
    status: 200,
    output: z.strictObject({ ...row.shape, kyc_name_kana: z.string() }),
    errors: [],
  }),
  approve: endpoint({
    name: 'admin.approvePayouts',
    summary: '出金申請の承認（すべて承認するか、1件も承認しない。承認した担当者は振込データを作成できない）',
    who: staff,
    body: z.strictObject({ ids: z.array(id).min(1).max(200) }),
    status: 200,
    output: z.strictObject({ approved: whole }),
    errors: ['PAYOUT_SELF', 'PAYOUT_STATE', 'PAYOUT_HELD', 'PAYOUT_FROZEN'],
  }),
  cancel: endpoint({
    name: 'admin.cancelPayout',
    summary: '出金申請の取り下げ（振込データを作成する前。全額が報酬に戻る）',
    who: staff,
    params: z.object({ id }),
    body: z.strictObject({ reason: written.min(1).max(200) }),
    status: 200,
    output: row,
    errors: ['PAYOUT_STATE'],
  }),
  batches: endpoint({
    name: 'admin.payoutBatches',
    summary: '振込データの一覧（新しい順）',
    who: staff,
    query: pageQuery,
    status: 200,
    output: pageOf(batch),
    errors: [],
  }),
  exportFile: endpoint({
    name: 'admin.exportPayouts',
    summary: '振込データの作成（承認済みで締切を過ぎた申請。自分が承認した申請は含まない）',
    who: staff,
    status: 201,
    output: batch,
    errors: [
      'PAYOUT_NONE',
      'PAYOUT_SAME_PERSON',
      'APPROVAL_LINKED',
      'PAYOUT_CONSIGNOR',
      'PAYOUT_FROZEN',
      'CONFLICT',
    ],
  }),
  file: endpoint({
    name: 'admin.payoutFile',
    summary: '振込データ（全銀協 総合振込・作成したときと1バイトも変わらない。取得は記録される）',
    who: staff,
    params: z.object({ id }),
    status: 200,
    output: z.instanceof(Uint8Array),
    media: 'application/octet-stream',
    errors: ['PAYOUT_FROZEN'],
  }),
  importResult: endpoint({
    name: 'admin.importPayoutResult',
    summary: '振込結果の取り込み（1件でも合わなければ、すべて取り込まない）',
    who: staff,
    params: z.object({ id }),
    file: { bytesMax: limits.payoutFileBytesMax, tooLarge: 'BODY_TOO_LARGE' },
    status: 200,
    output: batch,
    errors: [
      'PAYOUT_FILE_INVALID',
      'PAYOUT_FILE_TOTAL',
      'PAYOUT_FILE_FOREIGN',
      'PAYOUT_FILE_TWICE',
      'PAYOUT_FILE_CONFLICT',
      'PAYOUT_SELF',
    ],
  }),
  settle: endpoint({
    name: 'admin.settlePayout',
    summary: '振込結果の記録（1件。通帳や銀行の連絡で確認したとき）',
    who: staff,
    params: z.object({ id }),
    body: z.strictObject({ outcome: z.enum(['paid', ...payoutFailures]) }),
    status: 200,
    output: row,
    errors: ['PAYOUT_STATE', 'PAYOUT_SELF'],
  }),
  recall: endpoint({
    name: 'admin.recallPayout',
    summary: '組戻しの記録（振込済みの資金が戻った。全額が報酬に戻る）',
    who: staff,
    params: z.object({ id }),
    body: z.strictObject({ failure: z.enum(payoutFailures) }),
    status: 200,
    output: row,
    errors: ['PAYOUT_STATE', 'PAYOUT_SELF'],
  }),
  csv: endpoint({
    name: 'admin.payoutsCsv',
    summary: '支払いの年間集計のCSV（振込日・残高での受け取り日で集計。源泉徴収・控除の割合を含む）',
    who: staff,
    query: z.object({ year: z.coerce.number().int().min(2026).max(2100) }),
    status: 200,
    output: z.instanceof(Uint8Array),
    media: 'text/csv; charset=utf-8',
    errors: [],
  }),
}
