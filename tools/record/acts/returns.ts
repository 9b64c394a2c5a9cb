import { castPassword } from '@shirogane/testkit/database'
import { castLogins } from '@shirogane/testkit/cast'
import type { Transaction } from '@shirogane/contract/resources/shapes'
import { type Act, approvalOf, ask, keyed, recentOf, type Stage, untilAgreed, codeOf, well } from '../act.ts'

/** A register gives articles or an amount back with an approval of exactly this. */
async function refundedWithApproval(stage: Stage): Promise<void> {
  const { world, draw, memory } = stage
  const sold = recentOf(stage, memory.sales, 12)
  if (!sold) return
  const register = await world.as(sold.by)
  const shown = await ask<Transaction>(register, 'transactions.details', { params: { id: sold.id } })
  if (!shown) return
  const part = draw.chance(0.5) ? draw.int(1, Math.max(1, sold.total)) : null
  const items = part === null && draw.chance(0.6) ? [{ line: 1, quantity: 1 }] : null
  const preview = await ask<{ total?: number; amount?: number }>(register, 'transactions.refundPreview', {
    body: {
      transaction_id: sold.id,
      ...(items && { items }),
      ...(part !== null && { amount: part }),
    },
  })
  const approval = await approvalOf(stage, sold.by, {
    kind: 'refund',
    amount: preview?.total ?? preview?.amount ?? part ?? sold.total,
    subject: { transaction_id: sold.id, number: shown.number, items, amount: part },
  })
  const given = keyed({
    transaction_id: sold.id,
    ...(items && { items }),
    ...(part !== null && { amount: part }),
    reason: 'サイズ違い',
    restock: draw.pick(['resale', 'hold', 'damaged']),
    ...approval,
  })
  await register.call('transactions.refund', given)
  if (draw.chance(0.2)) await register.call('transactions.refund', given)
  await register.call('transactions.details', { params: { id: sold.id } })
}

async function voidedWithApproval(stage: Stage): Promise<void> {
  const { world, draw, memory } = stage
  const sold = recentOf(stage, memory.sales, 4)
  if (!sold) return
  const register = await world.as(sold.by)
  const shown = await ask<Transaction>(register, 'transactions.details', { params: { id: sold.id } })
  if (!shown) return
  const approval = await approvalOf(stage, sold.by, {
    kind: 'void',
    amount: null,
    subject: { transaction_id: sold.id, number: shown.number },
  })
  const given = { params: { id: sold.id }, ...keyed({ reason: '打ち間違い', ...approval }) }
  await register.call('transactions.delete', given)
  if (draw.chance(0.2)) await register.call('transactions.delete', given)
}

/** Something of a sale was written down wrongly: how it was paid, by whom it was sold, what is noted. */
async function corrected(stage: Stage): Promise<void> {
  const { world, draw, memory } = stage
  const sold = recentOf(stage, memory.sales, 8)
  if (!sold) return
  const by = draw.chance(0.5) ? 'manager' : sold.by
  const register = await world.as(by)
  const shown = await ask<Transaction>(register, 'transactions.details', { params: { id: sold.id } })
  if (!shown) return
  const both = shown.tenders.cash + shown.tenders.card
  const cash = draw.int(0, both)
  const wrong = draw.pick([
    { tenders: { cash, card: both - cash } },
    { tenders: { cash: both, card: 1 } },
    { note: '領収書の宛名は会社名' },
    { employee_id: (await world.as('clerk')).user_id },
  ])
  const { tenders = null, employee_id = null, note = null } = wrong as Record<string, unknown>
  const approval =
    by === 'manager'
      ? {}
      : await approvalOf(stage, by, {
          kind: 'correction',
          amount: null,
          subject: { transaction_id: sold.id, number: shown.number, tenders, employee_id, note },
        })
  const given = keyed({
    transaction_id: sold.id,
    correction: { ...wrong, reason: 'カード端末の伝票と照合', ...approval },
  })
  await register.call('transactions.payUpdate', given)
  if (draw.chance(0.2)) await register.call('transactions.payUpdate', given)
  await register.call('transactions.receipt', { params: { id: sold.id } })
}

/** A discount beyond what a register may give alone. */
async function discounted(stage: Stage): Promise<void> {
  const { world, draw, memory } = stage
  const register = await world.as('clerk')
  const name = draw.pick(['hanako', 'kyoko', 'yoko'] as const)
  const customer = await world.as(name)
  const gross = draw.int(6_000, 30_000)
  const value = draw.pick([20, 30, 50])
  const off = Math.floor((gross * value) / 100)
  const approval = await approvalOf(stage, 'clerk', {
    kind: 'discount',
    subject: { gross },
    amount: draw.chance(0.85) ? off : off + 1,
    reason: 'キズ',
  })
  const given = keyed({
    token: await codeOf(customer),
    items: [{ name: '雑貨', unit_price: gross, quantity: 1, tax_rate: 1_000 }],
    discount: { kind: 'percent', value, reason: 'flaw' },
    tenders: { cash: gross - off },
    ...approval,
  })
  const reply = await untilAgreed(stage, register, { name: 'transactions.pay', ask: given, customer })
  const state = well<{ transaction: Transaction }>(reply)
  if (state)
    memory.sales.push({ id: state.transaction.id, by: 'clerk', customer: name, total: gross - off, lines: 1 })
}

/** A second person who may not, or whose password is another. */
async function wrongApproval(stage: Stage): Promise<void> {
  const { world, draw, memory } = stage
  const sold = recentOf(stage, memory.sales, 5)
  if (!sold) return
  const register = await world.as(sold.by)
  const made = await ask<{ id: string }>(register, 'approvals.ask', {
    body: { kind: 'void', subject: { transaction_id: sold.id, number: 'none' }, amount: null },
  })
  if (!made) return
  const params = { id: made.id }
  const approval = draw.pick([
    { employee_id: castLogins.clerk, password: castPassword },
    { employee_id: castLogins.manager, password: 'not mine' },
    { employee_id: castLogins.manager, pin: '000000' },
    { employee_id: castLogins.otherManager, password: castPassword },
    { employee_id: 'E9999', password: castPassword },
  ])
  await register.call('approvals.witness', { params, body: approval })
  await (await world.as('otherManager')).call('approvals.decide', { params, body: { decision: 'approve' } })
  await register.call('approvals.show', { params })
}

export const returns: Act[] = [
  { weight: 3, name: 'refund with a word', run: refundedWithApproval },
  { weight: 2, name: 'void with a word', run: voidedWithApproval },
  { weight: 2, name: 'correction', run: corrected },
  { weight: 2, name: 'discount with a word', run: discounted },
  { weight: 1, name: 'wrong word', run: wrongApproval },
]
