import { type CounterTender, counterTenders, exactTenders } from '@shirogane/domain/sales/tenders'
import { limits } from '@shirogane/contract/rules/limits'
import type { RefundPreview } from '@shirogane/contract/resources/sales/refunds'
import { type TerminalBrand, terminalBrands } from '@shirogane/contract/terms/sale-terms'
import type { FoundSku } from '@shirogane/contract/resources/brand/skus'
import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { Amount } from '@shirogane/ui/data/Amount'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { NumberInput } from '@shirogane/ui/inputs/NumberInput'
import { QuantityStepper } from '@shirogane/ui/inputs/QuantityStepper'
import { Segmented } from '@shirogane/ui/inputs/Segmented'
import { Select } from '@shirogane/ui/inputs/Select'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import type { EnteredNumber } from '@shirogane/ui/inputs/use-number-input'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Body, call, messageOf } from '../../../shell/api/api.ts'
import { useAct } from '../../../shell/api/use-act.ts'
import { countText } from '../../../shared/figures/figures.ts'
import { useGo } from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import { refetch } from '../../../shell/queries/queries.ts'
import { replayQuery } from '../../../shared/answers/Replayed.tsx'
import { yenSign } from '../../shared/cash/money.ts'
import { skuSearchQuery } from '../../shared/queries.ts'
import { SkuHits } from '../../shared/articles/SkuHits.tsx'
import { useScanner } from '../../shared/scanner/use-scanner.ts'
import { isExactly, readCode } from '../../shared/scanner/code.ts'
import { openDrawerFor } from '../devices/open-drawer-for.ts'
import { type Present, useMemberReader } from '../member/use-member.ts'
import { text as registerText } from '../text.ts'
import { WriteButton } from '../../shared/forms/WriteButton.tsx'
import { bothHalves, type Article, totalOf } from './exchange.ts'
import { text } from './text.ts'
import styles from './refund.module.css'

type GiveBack = Body<'transactions.exchange'>['give_back']
type Props = {
  plan: RefundPreview
  giveBack: GiveBack
  registerId: string
  onClose: () => void
  /** Nothing happened: what was looked at is no longer so. */
  onRefused: () => void
}

/** Other articles for those that come back, the difference, and one confirmation for both. */
export function ExchangeSheet({ plan, giveBack, registerId, onClose, onRefused }: Props) {
  const go = useGo()
  const client = useQueryClient()
  const [articles, setArticles] = useState<readonly Article[]>([])
  const [member, setMember] = useState<Present | null>(null)
  const [code, setCode] = useState('')
  /** Null until the clerk types how much of the balance pays. */
  const [balanceTyped, setBalanceTyped] = useState<{ amount: EnteredNumber } | null>(null)
  const [rest, setRest] = useState<CounterTender>(plan.refund.card > plan.refund.cash ? 'card' : 'cash')
  const [typedTender, setTypedTender] = useState<EnteredNumber>(null)
  const [brand, setBrand] = useState<TerminalBrand | ''>('')
  const [slip, setSlip] = useState('')
  const [isAsking, setAsking] = useState(false)
  const { send: sendAct, problem, say } = useAct('transactions.exchange', { keptFor: plan.transaction_id })
  const reader = useMemberReader(registerId, setMember)
  /** How many articles are being looked up: what comes of them changes the bill. */
  const [looking, setLooking] = useState(0)

  const total = totalOf(articles)
  const comesBack = plan.refund.balance_paid + plan.refund.balance_bonus
  const has = member === null ? 0 : member.customer.wallet.balance + comesBack
  const balance =
    member === null ? 0 : Math.min(has, balanceTyped === null ? comesBack : (balanceTyped.amount ?? 0))
  const { tenders, cash, given, taken } = bothHalves(plan.refund, { total, balance, rest })
  const { card } = taken
  const received = typedTender === null ? Math.max(0, cash) : (typedTender ?? 0)
  const slipNumber = slip.normalize('NFKC').trim().toUpperCase()
  const isSlip = brand !== '' && /^[0-9A-Z-]{1,12}$/.test(slipNumber)
  const isUnread = typedTender === undefined || (balanceTyped !== null && balanceTyped.amount === undefined)
  const obstacle = reader.isReading
    ? registerText.memberLoading
    : looking > 0
      ? registerText.articleLoading
      : isUnread
        ? text.numberUnread
        : articles.length === 0
          ? text.exchangeEmpty
          : received < cash
            ? text.exchangeShort(cash - received)
            : card > 0 && !isSlip
              ? registerText.terminalApprovalNeeded
              : null

  const add = (sku: FoundSku) => {
    setArticles((now) => {
      const there = now.find(({ id }) => id === sku.id)
      if (there === undefined) return [...now, { id: sku.id, name: sku.name, price: sku.price, quantity: 1 }]
      return now.map((one) => (one === there ? { ...one, quantity: one.quantity + 1 } : one))
    })
  }
  useScanner({
    onScan: (scanned) => void read(scanned),
    onTyped: () => () => {},
    isPaused: isAsking,
  })
  async function read(scanned: string): Promise<void> {
    if (readCode(scanned).kind === 'member') {
      await reader.read(scanned)
      return
    }
    // What was said has been read once the clerk goes on, and not because of an answer that comes late.
    say(null)
    setLooking((now) => now + 1)
    try {
      const { items } = await client.fetchQuery(skuSearchQuery(scanned))
      const found = items.find((sku) => isExactly(sku, scanned))
      if (found === undefined || found.silver?.weighed === true) say(text.exchangeUnknown)
      else add(found)
    } catch (error) {
      say(messageOf(error))
    } finally {
      setLooking((now) => now - 1)
    }
  }

  async function send(): Promise<void> {
    const body: Body<'transactions.exchange'> = {
      give_back: giveBack,
      sale: {
        ...(member !== null && { token: member.by }),
        items: articles.map(({ id, quantity }) => ({ sku_id: id, quantity })),
        tenders,
        expected_total: total,
        ...(card > 0 && { terminal: { brand: brand as TerminalBrand, approval_number: slipNumber } }),
      },
      ...(cash > 0 && { cash_handed: received }),
      register_id: registerId,
    }
    const outcome = await sendAct({
      wish: body,
      send: (idempotencyKey) => call('transactions.exchange', { body, idempotencyKey }),
    })
    if (outcome.is === 'failed') {
      setAsking(false)
      onRefused()
    }
    if (outcome.is !== 'done') return
    const done = outcome.answer
    refetch('transactions.search', 'transactions.details', 'transactions.refundPreview', 'skus.search')
    if (done.cash !== 0) openDrawerFor(done, done.refund)
    go(
      paths.adminRegister('refund', {
        step: 'exchanged',
        refund: done.refund.id,
        sale: done.sale.id,
        ...replayQuery(done),
      }),
      { replace: true },
    )
  }

  return (
    <Sheet
      isOpen
      wide
      onClose={onClose}
      title={text.exchangeTitle}
      description={text.exchangeLead}
      footer={
        <WriteButton block size="pos" disabled={obstacle !== null} onClick={() => setAsking(true)}>
          {obstacle ?? text.exchangeYes}
        </WriteButton>
      }
    >
      <div className={styles.exchange}>
        <SkuHits
          label={text.exchangeSearch}
          placeholder={text.exchangeSearchHint}
          className={styles.hits}
          // What is weighed is sold by a sale, and is no part of an exchange.
          isWanted={({ silver }) => silver?.weighed !== true}
          onPick={(sku) => {
            say(null)
            add(sku)
          }}
          none={<li className={styles.small}>{text.exchangeUnknown}</li>}
        >
          {({ name, sku, price }) => (
            <>
              <span>
                {name} <span className={styles.small}>{sku}</span>
              </span>
              <span className="figures">{yenSign(price)}</span>
            </>
          )}
        </SkuHits>
        {articles.length > 0 && (
          <ul className={styles.lines}>
            {articles.map((one) => (
              <li key={one.id} className={styles.line}>
                <span className={styles.what}>
                  <b>{one.name}</b>
                  <span className={styles.small}>{yenSign(one.price)}</span>
                </span>
                <Amount value={one.price * one.quantity} unit="¥" size="row" />
                <QuantityStepper
                  label={text.quantityOfNew(one.name)}
                  value={one.quantity}
                  max={limits.quantityMax}
                  onChange={(quantity) =>
                    setArticles((now) =>
                      now.flatMap((each) => {
                        if (each.id !== one.id) return [each]
                        return quantity === 0 ? [] : [{ ...each, quantity }]
                      }),
                    )
                  }
                />
              </li>
            ))}
          </ul>
        )}
        <Field
          label={text.exchangeMember}
          need="optional"
          helper={member === null ? text.exchangeMemberHelp : text.customerName(member.customer.name)}
          error={reader.problem ?? undefined}
        >
          <TextInput
            size="s"
            inputMode="numeric"
            data-takes-codes=""
            autoComplete="off"
            value={code}
            onChange={(event) => {
              setCode(event.target.value)
              const typed = readCode(event.target.value)
              if (typed.kind === 'member') void reader.read(event.target.value)
            }}
          />
        </Field>
        {member !== null && (
          <Field label={text.exchangeBalance} helper={text.exchangeBalanceHelp(has)}>
            <NumberInput
              size="s"
              max={has}
              value={balanceTyped === null ? balance : balanceTyped.amount}
              onChange={(amount) => setBalanceTyped({ amount })}
            />
          </Field>
        )}
        <Segmented<CounterTender>
          label={text.exchangeRest}
          options={counterTenders.map((tender) => ({ value: tender, label: text.tender[tender] }))}
          value={rest}
          onChange={setRest}
        />
        {card > 0 && (
          <div className={styles.pair}>
            <Field label={registerText.terminalBrand} need="required">
              <Select
                size="s"
                value={brand}
                onChange={(event) => setBrand(event.target.value as TerminalBrand | '')}
              >
                <option value="">{text.choices}</option>
                {terminalBrands.map((one) => (
                  <option key={one} value={one}>
                    {registerText.terminalBrands[one]}
                  </option>
                ))}
              </Select>
            </Field>
            <Field label={registerText.terminalApproval} need="required">
              <TextInput
                size="s"
                autoComplete="off"
                maxLength={12}
                value={slip}
                onChange={(event) => setSlip(event.target.value)}
              />
            </Field>
          </div>
        )}
        {cash > 0 && (
          <Field label={text.exchangeTendered}>
            <NumberInput
              size="s"
              placeholder={countText(cash)}
              value={typedTender}
              onChange={setTypedTender}
            />
          </Field>
        )}
        <dl className={styles.sums} aria-live="polite">
          <Sum label={text.exchangeBack} value={-plan.total} />
          <Sum label={text.exchangeSale} value={total} />
          {articles.length > 0 && (
            <>
              <Sum label={cash < 0 ? text.exchangeGive : text.exchangeTake} value={Math.abs(cash)} strong />
              {cash > 0 && <Sum label={text.exchangeChange} value={Math.max(0, received - cash)} strong />}
              {exactTenders
                .filter((tender) => given[tender] > 0)
                .map((tender) => (
                  <Sum key={tender} label={text.giveBack[tender].amount} value={given[tender]} />
                ))}
              {exactTenders
                .filter((tender) => taken[tender] > 0)
                .map((tender) => (
                  <Sum key={tender} label={text.exchangePay(text.tender[tender])} value={taken[tender]} />
                ))}
            </>
          )}
        </dl>
        {problem !== null && <InfoStrip role="alert" icon={iconWarn} tone="bad" title={problem} />}
      </div>
      <AlertDialog
        isOpen={isAsking}
        title={text.exchangeQuestion}
        confirmLabel={text.exchangeYes}
        onConfirm={send}
        onCancel={() => setAsking(false)}
      >
        {text.exchangeBody(plan.total, total, cash)}
      </AlertDialog>
    </Sheet>
  )
}

function Sum({ label, value, strong = false }: { label: string; value: number; strong?: boolean }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Amount value={value} unit="¥" size={strong ? 'l' : 'row'} />
      </dd>
    </div>
  )
}
