import { nothingEntered } from '../tender/tenders.ts'
import type { RegisterState } from '@shirogane/contract/resources/sales/transactions'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { parseStoredSale } from './storage.ts'
import { totalsOf } from '../cart/cart.ts'
import { billOf } from '../tender/tenders.ts'
import type { SaleMachine } from './sale-machine.ts'
import { obstacleOf } from './sale-state.ts'
import { cup, customer, fakeServer } from './fake-server.ts'

const rest = () => vi.advanceTimersByTimeAsync(0)

async function readyToPay(machine: SaleMachine): Promise<void> {
  machine.addSku(cup)
  machine.enter('cash', 20_000)
  await rest()
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a sale without a member', () => {
  test('is completed by one call that carries the id and the key which were stored before', async () => {
    const server = fakeServer()
    const machine = server.open()
    await readyToPay(machine)
    machine.confirm()
    const before = parseStoredSale(server.stored())
    await rest()
    expect(machine.state().phase.name).toBe('done')
    expect(server.sent).toEqual([
      {
        call: 'pay',
        key: before?.act?.key,
        body: {
          transaction_id: before?.transaction_id,
          register_id: 'register-1',
          items: [{ sku_id: 'cup', quantity: 1 }],
          tenders: { cash: 19_800 },
          cash_tendered: 20_000,
          expected_total: 19_800,
        },
      },
    ])
  })

  test('a second tap on confirm is no second call', async () => {
    const server = fakeServer()
    const machine = server.open()
    await readyToPay(machine)
    machine.confirm()
    machine.confirm()
    await rest()
    machine.confirm()
    await rest()
    expect(server.sent).toHaveLength(1)
  })

  test('is not confirmed while something is still to be paid', async () => {
    const server = fakeServer()
    const machine = server.open()
    machine.addSku(cup)
    machine.enter('cash', 19_799)
    await rest()
    expect(obstacleOf(machine.state())).toBe('remaining')
    machine.confirm()
    await rest()
    expect(server.sent).toHaveLength(0)
  })

  test('an answer that was lost after the work is found by the same key: one sale, and its result is shown', async () => {
    const server = fakeServer()
    server.control.lose = 2
    const machine = server.open()
    await readyToPay(machine)
    machine.confirm()
    await vi.advanceTimersByTimeAsync(7_000)
    expect(machine.state().phase.name).toBe('done')
    expect(server.completions()).toBe(1)
    expect(new Set(server.sent.map(({ key }) => key)).size).toBe(1)
  })

  test('with the network gone for good it stays locked, warns after 30 seconds, and ends when the network is back', async () => {
    const server = fakeServer()
    const machine = server.open()
    await readyToPay(machine)
    server.control.isCut = true
    machine.confirm()
    await vi.advanceTimersByTimeAsync(29_000)
    expect(machine.state().phase).toMatchObject({ name: 'completing', is_overdue: false })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(machine.state().phase).toMatchObject({ name: 'completing', is_overdue: true })
    machine.addSku(cup)
    expect(totalsOf(machine.state()).pieces).toBe(1)
    server.control.isCut = false
    machine.askNow()
    await rest()
    expect(machine.state().phase.name).toBe('done')
    expect(server.completions()).toBe(1)
  })

  test('that a full server turns away is told of in its words, stays as it is, and is confirmed again under its key', async () => {
    const server = fakeServer()
    const machine = server.open()
    await readyToPay(machine)
    server.control.isFull = true
    machine.confirm()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(machine.state()).toMatchObject({
      phase: { name: 'editing' },
      notice: { kind: 'refused', act: 'settle', message: '混み合っています' },
      lines: [{ sku_id: 'cup' }],
      entered: { cash: 20_000 },
    })
    server.control.isFull = false
    machine.confirm()
    await rest()
    expect(machine.state().phase.name).toBe('done')
    expect(server.completions()).toBe(1)
    expect(server.sent).toHaveLength(3)
    expect(new Set(server.sent.map(({ key }) => key)).size).toBe(1)
  })

  test('a full server says so to a code as well, and the same code is looked up again', async () => {
    const server = fakeServer()
    const machine = server.open()
    server.control.isFull = true
    machine.scan('SG1CODE')
    await vi.advanceTimersByTimeAsync(14_000)
    expect(machine.state().notice).toEqual({ kind: 'scan_lost', message: '混み合っています' })
    server.control.isFull = false
    machine.scanAgain()
    await rest()
    expect(machine.state().member?.customer.id).toBe('hanako')
  })

  test('a person who asks is told what became of it, while an answer is waited for that never comes', async () => {
    const server = fakeServer()
    const machine = server.open()
    await readyToPay(machine)
    server.control.hang = true
    machine.confirm()
    await vi.advanceTimersByTimeAsync(31_000)
    expect(machine.state().phase).toMatchObject({ name: 'completing', is_overdue: true })
    machine.askNow()
    expect(machine.state().phase).toMatchObject({ is_asking: true })
    await rest()
    expect(machine.state().phase.name).toBe('done')
    expect(server.completions()).toBe(1)
    expect(server.sent).toHaveLength(1)
  })

  test('a socket message ends the wait when the answer hangs', async () => {
    const server = fakeServer()
    server.control.lose = 1
    const machine = server.open()
    await readyToPay(machine)
    machine.confirm()
    await rest()
    expect(machine.state().phase.name).toBe('completing')
    server.report()
    await rest()
    expect(machine.state().phase.name).toBe('done')
    expect(server.sent).toHaveLength(1)
  })
})

describe('a large payment', () => {
  async function asked(server: ReturnType<typeof fakeServer>): Promise<SaleMachine> {
    const machine = server.open()
    machine.addSku(cup)
    machine.scan('SG1CODE')
    await rest()
    machine.enter('balance', 12_480)
    machine.enter('cash', 7_320)
    server.control.confirmation = 'pending'
    machine.confirm()
    await rest()
    return machine
  }
  const phaseOf = (machine: SaleMachine) => machine.state().phase

  test('waits for its customer without a warning, and is paid by the same act after their tap', async () => {
    const server = fakeServer()
    const machine = await asked(server)
    expect(phaseOf(machine)).toMatchObject({ name: 'completing', confirming: { balance: 12_000, points: 0 } })
    await vi.advanceTimersByTimeAsync(40_000)
    expect(phaseOf(machine)).toMatchObject({ is_overdue: false, confirming: { until: expect.any(Number) } })
    const completing = server.sent.filter(({ body }) => body.tenders !== undefined)
    expect(completing).toHaveLength(1)
    server.control.confirmation = null
    server.states.set(machine.state().transaction_id, {
      ...server.states.get(machine.state().transaction_id)!,
      confirmation: { state: 'approved' },
    } as never)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(phaseOf(machine).name).toBe('done')
    const sent = server.sent.filter(({ body }) => body.tenders !== undefined)
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
    expect(server.completions()).toBe(1)
  })

  test('that the customer refuses, or the register takes back, stays on the screen to be paid otherwise', async () => {
    for (const end of ['declined', 'withdrawn'] as const) {
      const server = fakeServer()
      const machine = await asked(server)
      const id = machine.state().transaction_id
      if (end === 'withdrawn') await machine.withdraw()
      else {
        server.control.confirmation = 'declined'
        server.states.set(id, { ...server.states.get(id)!, status: 'open', confirmation: undefined } as never)
      }
      await vi.advanceTimersByTimeAsync(2_000)
      expect(phaseOf(machine).name).toBe('editing')
      expect(machine.state()).toMatchObject({
        transaction_id: id,
        notice: { code: end === 'declined' ? 'PAY_CONFIRM_DECLINED' : 'PAYMENT_CANCELED' },
        lines: [{ sku_id: 'cup' }],
      })
      machine.enter('balance', 0)
      machine.enter('cash', 20_000)
      machine.confirm()
      await rest()
      expect(phaseOf(machine).name).toBe('done')
      expect(server.completions()).toBe(1)
    }
  })

  test('is still waited for after a reload, by the same act', async () => {
    const server = fakeServer()
    const before = await asked(server)
    const { act } = parseStoredSale(server.stored())!
    before.leave()
    const machine = server.open()
    await rest()
    expect(phaseOf(machine)).toMatchObject({ name: 'completing', confirming: { balance: 12_000 } })
    expect(server.sent.at(-1)?.key).toBe(act?.key)
  })
})

describe('a sale with a member', () => {
  test('the scan sends no tenders, and the confirmation completes the transaction that it opened', async () => {
    const server = fakeServer()
    const machine = server.open()
    machine.addSku(cup)
    machine.scan('SG1CODE')
    await rest()
    expect(machine.state().member?.customer.name).toBe('例示 花子')
    machine.enter('points', 3_215)
    machine.enter('balance', 12_480)
    machine.enter('cash', 5_000)
    expect(billOf(19_800, machine.state().entered)).toMatchObject({ remaining: 0, change: 895 })
    machine.confirm()
    await rest()
    const [scan, completeSale] = server.sent
    expect(scan?.body).toEqual({
      token: 'SG1CODE',
      transaction_id: expect.any(String),
      register_id: 'register-1',
    })
    expect(completeSale).toMatchObject({
      call: 'payUpdate',
      body: {
        transaction_id: machine.state().transaction_id,
        register_id: 'register-1',
        tenders: { points: 3_215, balance: 12_480, cash: 4_105 },
        cash_tendered: 5_000,
        status: 'completed',
      },
    })
    expect(completeSale?.key).not.toBe(scan?.key)
  })

  test('a promotion is told by the rank before and after', async () => {
    const server = fakeServer()
    const machine = server.open()
    machine.addSku(cup)
    machine.scan('SG1CODE')
    await rest()
    machine.enter('cash', 20_000)
    machine.confirm()
    await rest()
    expect(machine.state().phase).toMatchObject({ name: 'done', rank_up: 'いぶし' })
  })

  test('the code of somebody unverified opens the check of the person, and the sale in hand stays', async () => {
    const server = fakeServer()
    const machine = server.open()
    machine.addSku(cup)
    server.control.refuse = 'MEMBER_UNVERIFIED'
    machine.scan('SG1CODE')
    await rest()
    expect(machine.state()).toMatchObject({
      member: null,
      is_scanning: false,
      notice: { kind: 'unverified', token: 'SG1CODE' },
    })
    expect(machine.state().lines).toHaveLength(1)
    // Nothing that comes late, or is read meanwhile, closes it over what was typed in it.
    machine.addSku(cup)
    machine.say({ kind: 'unknown_code' })
    expect(machine.state().notice).toEqual({ kind: 'unverified', token: 'SG1CODE' })
    machine.say(null)
    expect(machine.state().notice).toBeNull()
  })

  test('a refusal keeps the cart and the tenders, and the next confirmation is a new act for the same transaction', async () => {
    const server = fakeServer()
    const machine = server.open()
    machine.addSku(cup)
    machine.scan('SG1CODE')
    await rest()
    machine.enter('balance', 12_480)
    machine.enter('cash', 10_000)
    server.control.refuse = 'INSUFFICIENT_BALANCE'
    machine.confirm()
    await rest()
    expect(machine.state()).toMatchObject({
      phase: { name: 'editing' },
      notice: { kind: 'refused', code: 'INSUFFICIENT_BALANCE' },
      entered: { balance: 12_480, cash: 10_000 },
    })
    machine.confirm()
    await rest()
    const [, first, second] = server.sent
    expect(machine.state().phase.name).toBe('done')
    expect(first?.key).not.toBe(second?.key)
    expect(first?.body.transaction_id).toBe(second?.body.transaction_id)
  })

  test('what one member signed for and gave is never taken from the next, whose code comes instead', async () => {
    const server = fakeServer()
    const machine = server.open()
    machine.addSku(cup)
    machine.scan('SG1CODE')
    await rest()
    machine.enter('points', 800)
    machine.enter('balance', 1_000)
    machine.defer({ user_id: 'hanako', amount: 18_000, signature: null, approval_id: null, override: null })
    expect(machine.state()).toMatchObject({ entered: { later: 18_000 }, signed: { amount: 18_000 } })
    server.control.member = { ...customer(), id: 'kyoko' }
    machine.scan('SG1OTHER')
    await rest()
    expect(machine.state()).toMatchObject({ member: { customer: { id: 'kyoko' } }, signed: null })
    expect(machine.state().entered).toEqual(nothingEntered)
    expect(obstacleOf(machine.state())).toBe('remaining')
    // The customer who signed may come back with another code of theirs.
    machine.defer({ user_id: 'kyoko', amount: 5_000, signature: null, approval_id: null, override: null })
    machine.scan('SG1THIRD')
    await rest()
    expect(machine.state()).toMatchObject({ entered: { later: 5_000 }, signed: { user_id: 'kyoko' } })
  })

  test('a code that is no longer held takes the member and their tenders away, and leaves the cart', async () => {
    const server = fakeServer()
    const machine = server.open()
    machine.addSku(cup)
    machine.scan('SG1CODE')
    await rest()
    machine.enter('points', 3_215)
    machine.enter('cash', 20_000)
    server.control.refuse = 'QR_EXPIRED'
    machine.confirm()
    await rest()
    expect(machine.state()).toMatchObject({
      member: null,
      entered: { points: 0, cash: 20_000 },
      phase: { name: 'editing' },
    })
    expect(machine.state().lines).toHaveLength(1)
  })

  test('taking the member off gives the code back and frees the points', async () => {
    const server = fakeServer()
    const machine = server.open()
    machine.addSku(cup)
    machine.scan('SG1CODE')
    await rest()
    const opened = machine.state().transaction_id
    machine.enter('points', 1_000)
    machine.dropMember()
    await rest()
    expect(machine.state()).toMatchObject({ member: null, entered: { points: 0 } })
    expect(machine.state().transaction_id).not.toBe(opened)
    expect(server.states.get(opened)?.status).toBe('cancelled')
  })

  test('a scan whose answers are lost is tried under one key, and can be tried again as the same act', async () => {
    const server = fakeServer()
    server.control.drop = 4
    const machine = server.open()
    machine.scan('SG1CODE')
    await vi.advanceTimersByTimeAsync(15_000)
    expect(machine.state()).toMatchObject({ is_scanning: false, member: null, notice: { kind: 'scan_lost' } })
    machine.scanAgain()
    await rest()
    expect(machine.state().member).not.toBeNull()
    expect(new Set(server.sent.map(({ key }) => key)).size).toBe(1)
  })

  test('a sale that goes on without the member after a lost scan has an id of its own', async () => {
    const server = fakeServer()
    server.control.lose = 4
    const machine = server.open()
    machine.addSku(cup)
    machine.scan('SG1CODE')
    await vi.advanceTimersByTimeAsync(15_000)
    machine.enter('cash', 20_000)
    machine.confirm()
    await rest()
    expect(machine.state().phase.name).toBe('done')
    expect(server.sent.at(-1)?.body.transaction_id).not.toBe(server.sent[0]?.body.transaction_id)
  })

  test('a scan that takes too long is given up: the sale goes on under an id of its own, and the code is given back', async () => {
    const server = fakeServer()
    server.control.lose = 1
    const machine = server.open()
    machine.addSku(cup)
    machine.scan('SG1CODE')
    await rest()
    const opened = machine.state().transaction_id
    expect(obstacleOf(machine.state())).toBe('busy')
    machine.giveUpScan()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(machine.state()).toMatchObject({ is_scanning: false, member: null, notice: null })
    expect(server.states.get(opened)?.status).toBe('cancelled')
    machine.enter('cash', 20_000)
    machine.confirm()
    await rest()
    expect(machine.state().phase.name).toBe('done')
    expect(server.sent.at(-1)?.body.transaction_id).not.toBe(opened)
  })

  test('a second code that is read while the first is looked up comes in its place, and the first is given back', async () => {
    const server = fakeServer()
    const machine = server.open()
    machine.addSku(cup)
    server.control.drop = 1
    machine.scan('SG1FIRST')
    // A scanner that reads a code twice has read one code.
    machine.scan('SG1FIRST')
    await rest()
    server.control.member = { ...customer(), id: 'kyoko' }
    machine.scan('SG1SECOND')
    await vi.advanceTimersByTimeAsync(15_000)
    expect(machine.state()).toMatchObject({ is_scanning: false, member: { customer: { id: 'kyoko' } } })
    const tokens = server.sent.flatMap(({ body }) => ('token' in body ? [body.token] : []))
    expect(tokens).toEqual(['SG1FIRST', 'SG1SECOND'])
    expect(server.sent).toContainEqual(
      expect.objectContaining({ body: expect.objectContaining({ status: 'cancelled' }) }),
    )
  })

  test('the hold on the code is renewed while the sale is worked on, and runs out when nobody does', async () => {
    const server = fakeServer()
    const machine = server.open()
    machine.scan('SG1CODE')
    await rest()
    machine.addSku(cup)
    await vi.advanceTimersByTimeAsync(91_000)
    expect(server.sent.at(-1)).toMatchObject({
      call: 'payUpdate',
      body: { register_id: 'register-1', items: [{ sku_id: 'cup', quantity: 1 }] },
    })
    await vi.advanceTimersByTimeAsync(600_000)
    const count = server.sent.length
    expect(count).toBe(1 + 3)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(server.sent).toHaveLength(count)
  })

  test.each([
    ['slow', 600_000],
    ['fast', -600_000],
  ])('a register whose clock is ten minutes %s renews its hold as every other does', async (_, ahead) => {
    const server = fakeServer()
    server.control.clockAheadMs = ahead
    const machine = server.open()
    machine.scan('SG1CODE')
    await rest()
    machine.addSku(cup)
    await vi.advanceTimersByTimeAsync(89_000)
    expect(server.sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(server.sent).toHaveLength(2)
  })
})

describe('a reload', () => {
  test('keeps the cart and the cash, and nothing about a customer is on the device', async () => {
    const server = fakeServer()
    const machine = server.open()
    machine.addSku(cup)
    machine.scan('SG1SECRET')
    await rest()
    machine.enter('cash', 20_000)
    machine.leave()
    expect(server.stored()).not.toMatch(/花子|hanako|12480|SG1SECRET/)
    const again = server.open()
    await rest()
    expect(again.state()).toMatchObject({
      transaction_id: machine.state().transaction_id,
      entered: { cash: 20_000 },
      member: { customer: { name: '例示 花子' } },
      phase: { name: 'editing' },
    })
  })

  test('shows what the server warns of', async () => {
    const server = fakeServer()
    const machine = server.open()
    machine.addSku(cup)
    machine.scan('SG1CODE')
    await rest()
    expect(machine.state().notice).toBeNull()
    machine.leave()
    const [[id, state]] = [...server.states] as [[string, RegisterState]]
    const message = 'この会員は現在ご利用いただけません。責任者にご確認ください。'
    server.states.set(id, { ...state, warnings: [message] })
    const again = server.open()
    await rest()
    expect(again.state().notice).toEqual({ kind: 'warning', message })
  })

  test('in the middle of a completion that happened shows its result', async () => {
    const server = fakeServer()
    server.control.lose = 1
    const machine = server.open()
    await readyToPay(machine)
    machine.confirm()
    await rest()
    machine.leave()
    const again = server.open()
    await rest()
    expect(again.state().phase.name).toBe('done')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.completions()).toBe(1)
  })

  test('in the middle of a completion that did not happen gives the sale back, and confirming it is the same act', async () => {
    const server = fakeServer()
    server.control.drop = 1
    const machine = server.open()
    await readyToPay(machine)
    machine.confirm()
    await rest()
    machine.leave()
    const again = server.open()
    await rest()
    expect(again.state()).toMatchObject({ phase: { name: 'editing' }, notice: { kind: 'not_settled' } })
    again.confirm()
    await rest()
    expect(again.state().phase.name).toBe('done')
    expect(server.sent).toHaveLength(2)
    expect(server.sent[0]?.key).toBe(server.sent[1]?.key)
    expect(server.sent[0]?.body).toEqual(server.sent[1]?.body)
  })

  test('without a network waits for the server before it lets anybody go on', async () => {
    const server = fakeServer()
    server.control.lose = 1
    const machine = server.open()
    await readyToPay(machine)
    machine.confirm()
    await rest()
    machine.leave()
    server.control.isCut = true
    const again = server.open()
    await vi.advanceTimersByTimeAsync(31_000)
    expect(again.state().phase).toEqual({ name: 'recovering', is_overdue: true })
    expect(parseStoredSale(server.stored())?.act?.kind).toBe('settle')
    server.control.isCut = false
    await vi.advanceTimersByTimeAsync(2_000)
    expect(again.state().phase.name).toBe('done')
  })

  test('without a network gives the articles back soon where no money was on its way, and asks for the member again', async () => {
    const server = fakeServer()
    const machine = server.open()
    machine.addSku(cup)
    machine.scan('SG1CODE')
    await rest()
    const opened = machine.state().transaction_id
    machine.leave()
    server.control.isCut = true
    const again = server.open()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(again.state().phase.name).toBe('recovering')
    await vi.advanceTimersByTimeAsync(8_000)
    expect(again.state()).toMatchObject({
      phase: { name: 'editing' },
      member: null,
      notice: { kind: 'member_gone' },
    })
    expect(totalsOf(again.state()).pieces).toBe(1)
    expect(again.state().transaction_id).not.toBe(opened)
  })

  test('over a finished sale shows it again, and the next sale begins empty under its own id', async () => {
    const server = fakeServer()
    const machine = server.open()
    await readyToPay(machine)
    machine.confirm()
    await rest()
    machine.leave()
    const again = server.open()
    await rest()
    expect(again.state().phase.name).toBe('done')
    again.next()
    expect(again.state()).toMatchObject({ lines: [], entered: { cash: 0 }, phase: { name: 'editing' } })
    expect(again.state().transaction_id).not.toBe(machine.state().transaction_id)
  })

  test('with a record that is broken or of another version begins empty', async () => {
    const server = fakeServer()
    server.items.set('shirogane.till.register-1', '{"version":1,"till":{"lines":[{"unit_price":-5}]}}')
    const machine = server.open()
    await rest()
    expect(machine.state().lines).toEqual([])
    expect(parseStoredSale('not json')).toBeNull()
    expect(parseStoredSale('{"version":0}')).toBeNull()
  })
})

describe('discounts and carts that wait', () => {
  test('what is sent is the cart with its discounts, and the bill that the customer was shown', async () => {
    const server = fakeServer()
    const machine = server.open()
    machine.addSku(cup)
    machine.changeLine('cup', { discount: { kind: 'percent', value: 10, reason: 'flaw' } })
    machine.discountSale({ kind: 'yen', value: 820, reason: 'bundle' })
    machine.enter('cash', 17_000)
    machine.approve('approval-1')
    machine.confirm()
    await rest()
    expect(server.sent.at(-1)?.body).toMatchObject({
      items: [{ sku_id: 'cup', quantity: 1, discount: { kind: 'percent', value: 10, reason: 'flaw' } }],
      discount: { kind: 'yen', value: 820, reason: 'bundle' },
      tenders: { cash: 17_000 },
      expected_total: 17_000,
      approval_id: 'approval-1',
    })
  })

  test('a word that was given for one discount is not sent for another', async () => {
    const server = fakeServer()
    const machine = server.open()
    machine.addSku(cup)
    machine.discountSale({ kind: 'yen', value: 2_000, reason: 'bundle' })
    machine.approve('approval-1')
    machine.discountSale({ kind: 'yen', value: 3_000, reason: 'bundle' })
    machine.enter('cash', 16_800)
    machine.confirm()
    await rest()
    expect(server.sent.at(-1)?.body).not.toHaveProperty('approval_id')
  })

  test('an amount that is taken off shrinks with the cart, and never below nothing', () => {
    const machine = fakeServer().open()
    machine.addAmount('雑貨', 1_000, 3)
    const key = machine.state().selected ?? ''
    machine.changeLine(key, { discount: { kind: 'yen', value: 2_500, reason: 'flaw' } })
    machine.setQuantity(key, 1)
    expect(totalsOf(machine.state())).toMatchObject({ gross: 1_000, discount: 1_000, total: 0 })
  })

  test('a price that changed on the way is shown before anything is paid', async () => {
    const server = fakeServer()
    const machine = server.open()
    await readyToPay(machine)
    server.control.refuse = 'TOTAL_CHANGED'
    server.control.price = 20_900
    machine.confirm()
    await rest()
    expect(machine.state()).toMatchObject({ phase: { name: 'editing' }, notice: { code: 'TOTAL_CHANGED' } })
    expect(totalsOf(machine.state()).total).toBe(20_900)
    expect(server.completions()).toBe(0)
  })

  test('without a network a cart is put aside on the device, and reaches the server once there is one', async () => {
    const server = fakeServer()
    const machine = server.open()
    machine.addSku(cup)
    server.control.isCut = true
    machine.hold('青い傘')
    await rest()
    expect(machine.state().lines).toEqual([])
    expect(machine.held.list()).toMatchObject([{ name: '青い傘', refused: null }])
    // A reload in between loses nothing.
    const again = server.open()
    server.control.isCut = false
    await again.held.sendAll()
    expect(again.held.list()).toEqual([])
    expect(server.parked.size).toBe(1)
  })

  test('a cart that the server took while its register was being left is offered by no register after it', async () => {
    const server = fakeServer()
    const machine = server.open()
    machine.addSku(cup)
    machine.hold('青い傘')
    // On its way, and not answered yet.
    await Promise.resolve()
    expect(server.parked.size).toBe(1)
    machine.leave()
    await rest()
    expect(server.open().held.list()).toEqual([])
  })

  test('a cart that was put aside without a network is taken back before there is one, and goes out no more', async () => {
    const server = fakeServer()
    server.control.isOffline = true
    server.control.isCut = true
    const machine = server.open()
    machine.addSku(cup)
    machine.hold('青い傘')
    await rest()
    const [one] = machine.held.list()
    // A reload in between changes nothing.
    machine.leave()
    const again = server.open()
    again.takeBack(one!.id)
    expect(again.state().lines).toMatchObject([{ sku_id: 'cup' }])
    expect(again.held.list()).toEqual([])
    server.control.isOffline = false
    server.control.isCut = false
    await again.held.sendAll()
    expect(server.parked.size).toBe(0)
  })

  test('a cart that may have reached the server is not taken back on the device', async () => {
    const server = fakeServer()
    server.control.isCut = true
    const machine = server.open()
    machine.addSku(cup)
    machine.hold('青い傘')
    await rest()
    server.control.isOffline = true
    const [one] = machine.held.list()
    machine.takeBack(one!.id)
    expect(machine.state().lines).toEqual([])
    expect(machine.held.list()).toMatchObject([{ is_sent: true }])
  })

  test('a cart that is taken back while another is on its way stays in one place', async () => {
    const server = fakeServer()
    server.control.isOffline = true
    const machine = server.open()
    for (const name of ['後の傘', '先の傘']) {
      machine.addSku(cup)
      machine.hold(name)
    }
    const [first, second] = machine.held.list()
    server.control.isOffline = false
    const sending = machine.held.sendAll()
    await Promise.resolve()
    machine.takeBack(first!.id)
    expect(machine.state().lines).toEqual([])
    machine.takeBack(second!.id)
    expect(machine.state().lines).toHaveLength(1)
    await sending
    expect([...server.parked.keys()]).toEqual([first!.id])
  })

  test('a code goes back to its member with a cart that is taken back before the server heard of it', async () => {
    const server = fakeServer()
    const machine = server.open()
    machine.scan('SG1-hanako')
    await rest()
    machine.addSku(cup)
    server.control.isOffline = true
    machine.hold('青い傘')
    machine.takeBack(machine.held.list()[0]!.id)
    await rest()
    expect(server.sent.at(-1)).toMatchObject({ call: 'payUpdate', body: { status: 'cancelled' } })
    expect(machine.state()).toMatchObject({ member: null, lines: [{ sku_id: 'cup' }] })
  })

  test('a cart that is taken back is paid under the version that this register holds', async () => {
    const server = fakeServer()
    const machine = server.open()
    machine.addSku(cup)
    machine.hold('青い傘')
    await rest()
    const [id = ''] = server.parked.keys()
    await machine.resume({ id, name: '青い傘', version: 1 })
    expect(machine.state()).toMatchObject({ parked: { id, version: 2 } })
    machine.enter('cash', 20_000)
    machine.confirm()
    await rest()
    expect(server.sent.at(-1)?.body).toMatchObject({ parked: { id, version: 2 } })
  })

  test('a price that changed on the way leaves what was quoted for a cart that was put aside', async () => {
    const server = fakeServer()
    const machine = server.open()
    machine.addSku(cup)
    machine.hold('青い傘')
    await rest()
    const [id = ''] = server.parked.keys()
    server.control.quoted = 19_800
    server.control.price = 20_900
    await machine.resume({ id, name: '青い傘', version: 1 })
    machine.enter('cash', 20_000)
    server.control.refuse = 'TOTAL_CHANGED'
    machine.confirm()
    await rest()
    expect(machine.state()).toMatchObject({ parked: { id, version: 2 }, notice: { code: 'TOTAL_CHANGED' } })
    expect(totalsOf(machine.state()).total).toBe(19_800)
    // Once the quote is over, the cart follows like any other.
    server.control.quoted = null
    server.control.refuse = 'TOTAL_CHANGED'
    machine.confirm()
    await rest()
    expect(totalsOf(machine.state()).total).toBe(20_900)
  })

  test('a cart that was paid at another register leaves the hand, so that nobody pays it twice', async () => {
    const server = fakeServer()
    const machine = server.open()
    machine.addSku(cup)
    machine.hold('青い傘')
    await rest()
    const [id = ''] = server.parked.keys()
    await machine.resume({ id, name: '青い傘', version: 1 })
    machine.enter('cash', 20_000)
    server.control.refuse = 'PARKED_ENDED'
    machine.confirm()
    await rest()
    expect(machine.state()).toMatchObject({ lines: [], parked: null, notice: { kind: 'parked_gone' } })
  })

  test('to empty a cart that was taken back puts it aside again', async () => {
    const server = fakeServer()
    const machine = server.open()
    machine.addSku(cup)
    machine.hold('青い傘')
    await rest()
    const [id = ''] = server.parked.keys()
    await machine.resume({ id, name: '青い傘', version: 1 })
    machine.clear()
    await rest()
    expect(server.parked.get(id)?.version).toBe(3)
    expect(machine.state().lines).toEqual([])
  })
})

describe('a cart that comes back slowly', () => {
  const ring = { ...cup, id: 'ring', name: '月暈リング' }
  async function calledBack() {
    const server = fakeServer()
    const machine = server.open()
    machine.addSku(cup)
    machine.hold('青い傘')
    await rest()
    const [id = ''] = server.parked.keys()
    let answer = () => {}
    server.control.resuming = new Promise((resolve) => (answer = resolve))
    const reply = machine.resume({ id, name: '青い傘', version: 1 })
    await rest()
    return { server, machine, id, reply, answer: () => answer() }
  }

  test('takes along what is read meanwhile, and says so', async () => {
    const { machine, id, reply, answer } = await calledBack()
    machine.addSku(ring)
    machine.addSku(cup)
    machine.enter('cash', 99_000)
    // Nothing is paid or put aside while it may come.
    machine.confirm()
    expect(machine.hold('赤い傘')).toBe(false)
    answer()
    await reply
    const { lines, parked, notice } = machine.state()
    expect(lines).toMatchObject([
      { sku_id: 'cup', quantity: 2 },
      { sku_id: 'ring', quantity: 1 },
    ])
    expect(parked).toMatchObject({ id, version: 2 })
    expect(notice).toMatchObject({ kind: 'warning', message: expect.stringContaining('月暈リング') })
  })

  test('is joined by an article that comes even later', async () => {
    const { machine, reply, answer } = await calledBack()
    const isStillWanted = machine.look('SV-RING')
    answer()
    await reply
    expect(isStillWanted()).toBe(true)
    machine.addSku(ring)
    expect(machine.state().lines).toMatchObject([{ sku_id: 'cup' }, { sku_id: 'ring' }])
  })

  test('stays where it was when another sale has begun meanwhile, and says so', async () => {
    const { machine, id, reply, answer } = await calledBack()
    machine.clear()
    machine.addSku(ring)
    answer()
    await reply
    expect(machine.state()).toMatchObject({
      lines: [{ sku_id: 'ring' }],
      parked: null,
      notice: { kind: 'warning', message: expect.stringContaining('青い傘') },
    })
    machine.clear()
    await machine.resume({ id, name: '青い傘', version: 1 })
    expect(machine.state()).toMatchObject({ lines: [{ sku_id: 'cup' }], parked: { id } })
  })

  test('and is not reached leaves what was read', async () => {
    const { server, machine, reply, answer } = await calledBack()
    machine.addSku(ring)
    server.control.isCut = true
    answer()
    expect(await reply).toEqual({ kind: 'lost' })
    expect(machine.state()).toMatchObject({ lines: [{ sku_id: 'ring' }], looking: [], parked: null })
  })
})

describe('an article that is being looked up', () => {
  test('is waited for: the sale is neither paid nor put aside without it', async () => {
    const server = fakeServer()
    const machine = server.open()
    await readyToPay(machine)
    const isStillWanted = machine.look('SV-CUP-0042')
    expect(obstacleOf(machine.state())).toBe('busy')
    machine.confirm()
    expect(machine.hold('青い傘')).toBe(false)
    await rest()
    expect(server.sent).toEqual([])
    expect(isStillWanted()).toBe(true)
    machine.addSku(cup)
    machine.enter('cash', 40_000)
    machine.confirm()
    await rest()
    expect(server.sent.at(-1)?.body).toMatchObject({ expected_total: 39_600 })
  })

  test('does not come into the next cart', async () => {
    const server = fakeServer()
    const machine = server.open()
    await readyToPay(machine)
    const isStillWanted = machine.look('SV-CUP-0042')
    machine.clear()
    expect(isStillWanted()).toBe(false)
    expect(machine.state()).toMatchObject({ lines: [], looking: [] })
  })

  test('does not keep a cart that was taken back from going back to the others', async () => {
    const server = fakeServer()
    const machine = server.open()
    machine.addSku(cup)
    machine.hold('青い傘')
    await rest()
    const [id = ''] = server.parked.keys()
    await machine.resume({ id, name: '青い傘', version: 1 })
    machine.look('SV-CUP-0042')
    machine.clear()
    await rest()
    expect(server.parked.get(id)?.version).toBe(3)
  })

  test('takes no word away that came while it was looked up, and puts its own in the place of none about a member', async () => {
    const server = fakeServer()
    const machine = server.open()
    const seen = machine.state().notice
    const isStillWanted = machine.look('SV-CUP-0042')
    server.control.refuse = 'QR_EXPIRED'
    machine.scan('SG1CODE')
    await rest()
    expect(machine.state().notice).toMatchObject({ code: 'QR_EXPIRED' })
    isStillWanted()
    machine.addSku(cup, seen)
    expect(machine.state()).toMatchObject({ lines: [{ sku_id: 'cup' }], notice: { code: 'QR_EXPIRED' } })
    expect(machine.say({ kind: 'unknown_code' }, seen)).toBe(false)
    expect(machine.state().notice).toMatchObject({ code: 'QR_EXPIRED' })
    // What is read after it has been read.
    machine.addSku(cup, machine.state().notice)
    expect(machine.state().notice).toBeNull()
  })

  test('and turns out to be none is told of, also when a member comes whose code was read before', async () => {
    const server = fakeServer()
    const machine = server.open()
    machine.scan('SG1CODE')
    expect(machine.say({ kind: 'unknown_code' })).toBe(true)
    await rest()
    expect(machine.state()).toMatchObject({
      member: { customer: { id: 'hanako' } },
      notice: { kind: 'unknown_code' },
    })
  })
})
