import { z } from 'zod'
import { passwordInput } from './auth.ts'
import { callers, employeeTypes, endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { isName, lengthOf, trimmed } from './person.ts'
import { businessDate, employeeType, id, instant, pageOf, pageQuery, user } from './resources.ts'
import { written } from './written.ts'

const token = z.strictObject({ access_token: z.string(), refresh_token: z.string(), expires_in: z.int() })

/** Somebody of the staff: till staff see of each other what is needed to hand a till over, and no more. */
export const staffMember = z.strictObject({
  id,
  /** The number that staff sign in with, such as E0003. */
  number: z.string(),
  name: z.string(),
  /** Whether they can take over a till of their store. */
  has_pin: z.boolean(),
  /** For managers and head office. */
  details: z.nullable(
    z.strictObject({
      type: employeeType,
      /** Null for head office. */
      store_id: z.nullable(id),
      store_name: z.nullable(z.string()),
      active: z.boolean(),
      last_used_at: z.nullable(instant),
      /** Until when an invitation waits for them; null where none does. */
      invited_until: z.nullable(instant),
      /** Who let them in or gave them their role, while nobody else has vouched for them. Null once somebody has. */
      let_in: z.nullable(
        z.strictObject({
          by: z.array(z.string()),
          at: instant,
          /** Whether the caller may. */ may_vouch: z.boolean(),
        }),
      ),
      /** Whether the caller may change them. */
      may_change: z.boolean(),
      /** The customer account of the same person; null where none is known, and for whoever may not change them. */
      own_customer: z.nullable(z.strictObject({ id, username: z.string(), name: z.nullable(z.string()) })),
    }),
  ),
})
export type StaffMember = z.infer<typeof staffMember>

const staffName = z
  .string()
  .max(200)
  .transform(trimmed)
  .refine((text) => text !== '', 'REQUIRED')
  .refine((text) => text === '' || isName(text), 'NAME_FORMAT')
  .refine((text) => lengthOf(text) <= 40, 'TOO_LONG 40')

/** Shown once to whoever invites: the server keeps only its hash. */
const invitation = z.strictObject({ code: z.string(), url: z.string(), expires_at: instant })
const code = z.string().min(1).max(60)

export const staff = {
  invitation: endpoint({
    name: 'auth.staffInvitation',
    summary: 'スタッフの招待コードの確認',
    who: callers,
    body: z.strictObject({ code }),
    status: 200,
    output: z.strictObject({ number: z.string(), name: z.string(), store_name: z.nullable(z.string()) }),
    errors: ['STAFF_INVITATION_INVALID'],
  }),
  welcome: endpoint({
    name: 'auth.staffWelcome',
    summary: '招待されたスタッフが自分のパスワードとPINを決める（一度だけ）',
    who: callers,
    body: z.strictObject({ code, password: passwordInput, pin: z.string().min(1).max(20) }),
    status: 200,
    output: z.strictObject({ number: z.string() }),
    errors: [
      'STAFF_INVITATION_INVALID',
      'PASSWORD_TOO_SHORT_STAFF',
      'PASSWORD_TOO_COMMON',
      'STAFF_PIN_FORMAT',
      'STAFF_PIN_WEAK',
    ],
  }),
  takeOver: endpoint({
    name: 'auth.switchStaff',
    summary: '担当者の切り替え：同じ店舗のスタッフがPINでレジを引き継ぐ',
    who: ['register', 'manager'],
    body: z.strictObject({ employee_id: written.min(1).max(64), pin: z.string().min(1).max(20) }),
    status: 200,
    output: z.strictObject({ user, token }),
    errors: ['STAFF_PIN_INVALID', 'EMPLOYEE_AUTH_LOCKED'],
  }),
  stayAwake: endpoint({
    name: 'auth.stayAwake',
    summary: 'レジの画面が操作されていることを伝える（5分以上操作がなければPINが必要）',
    who: ['register', 'manager'],
    status: 200,
    output: z.strictObject({}),
    errors: ['STEP_UP_REQUIRED'],
  }),
  stores: endpoint({
    name: 'admin.stores',
    summary: '店舗の一覧（店長は自店舗だけ）',
    who: ['manager', 'accounting', 'owner'],
    status: 200,
    output: z.strictObject({
      items: z.array(
        z.strictObject({
          id,
          code: z.string(),
          name: z.string(),
          /** The last business day of a shop that is closed for good; null while it is open. */
          closed_on: z.nullable(businessDate),
        }),
      ),
    }),
    errors: [],
  }),
  create: endpoint({
    name: 'admin.createStaff',
    summary: 'スタッフの追加（店長は自店舗のレジ担当だけ）',
    who: ['manager', 'owner'],
    body: z.strictObject({ name: staffName, type: employeeType, store_id: z.nullable(id) }),
    status: 201,
    output: z.strictObject({ staff: staffMember, invitation }),
    errors: ['STAFF_STORE', 'STEP_UP_REQUIRED'],
  }),
  update: endpoint({
    name: 'admin.updateStaff',
    summary:
      'スタッフの権限・店舗・本人の会員アカウントの変更、停止と再開（beforeがあれば、その値が一致するときだけ。権限が変わると、ログイン中の端末はすぐに終了する）',
    who: ['manager', 'owner'],
    params: z.object({ id }),
    body: z.strictObject({
      name: z.optional(staffName),
      type: z.optional(employeeType),
      store_id: z.optional(z.nullable(id)),
      active: z.optional(z.boolean()),
      /** Their own customer account: a username, a phone number or a mail address as typed. Null takes it away. */
      own_customer: z.optional(z.nullable(written.min(1).max(254))),
      /** As it was seen, also where it was written before a rule was made. */
      before: z.optional(
        z.strictObject({ name: z.string(), type: employeeType, store_id: z.nullable(id) }).partial(),
      ),
    }),
    status: 200,
    output: staffMember,
    errors: [
      'CONFLICT',
      'STAFF_SELF',
      'STAFF_LAST_OWNER',
      'STAFF_STORE',
      'STAFF_CUSTOMER_TAKEN',
      'APPROVAL_LINKED',
      'STEP_UP_REQUIRED',
      'RATE_LIMITED',
    ],
  }),
  invite: endpoint({
    name: 'admin.inviteStaff',
    summary: 'スタッフの招待コードの再発行（前のコードは使えなくなる）',
    who: ['manager', 'owner'],
    params: z.object({ id }),
    status: 200,
    output: z.strictObject({ staff: staffMember, invitation }),
    errors: ['STAFF_SELF', 'STAFF_STOPPED', 'STEP_UP_REQUIRED'],
  }),
  vouch: endpoint({
    name: 'admin.vouchForStaff',
    summary:
      'スタッフの在籍の確認（招待した人と別の担当者として扱う。招待や権限の設定に関わっていない責任者だけ）',
    who: ['manager', 'owner'],
    params: z.object({ id }),
    /** As it was shown: somebody who was let in anew meanwhile is looked at anew. */
    body: z.strictObject({ let_in_at: instant }),
    status: 200,
    output: staffMember,
    errors: ['STAFF_SELF', 'STAFF_VOUCH', 'CONFLICT', 'STEP_UP_REQUIRED'],
  }),
  pin: endpoint({
    name: 'users.pin',
    summary: 'レジの交代と承認に使う自分のPIN（6桁）を設定する',
    who: employeeTypes,
    body: z.strictObject({ current_password: z.string().min(1).max(1024), pin: z.string().min(1).max(20) }),
    status: 200,
    output: z.strictObject({}),
    errors: ['PASSWORD_CURRENT_INVALID', 'AUTH_ACCOUNT_LOCKED', 'STAFF_PIN_FORMAT', 'STAFF_PIN_WEAK'],
  }),
  list: endpoint({
    name: 'admin.staffList',
    summary: 'スタッフの一覧（店舗の担当者は自店舗だけ）',
    who: ['register', 'manager', 'accounting', 'owner'],
    query: z.object({
      ...pageQuery.shape,
      limit: pageQuery.shape.limit.unwrap().default(limits.pageSizeMax),
      store_id: z.optional(id),
      /** A number or a part of a name. */
      q: z
        .string()
        .max(80)
        .default('')
        .transform((text) => trimmed(text.normalize('NFKC'))),
      state: z.enum(['active', 'stopped', 'all']).default('active'),
    }),
    status: 200,
    output: pageOf(staffMember),
    errors: [],
  }),
}
