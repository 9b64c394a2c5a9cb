import type { Discount } from '@shirogane/contract/sale-terms'
import type { Sku } from '@shirogane/contract/skus'
import { AlertDialog } from '@shirogane/ui/AlertDialog'
import { Button } from '@shirogane/ui/Button'
import { classNames } from '@shirogane/ui/class-names'
import { Icon } from '@shirogane/ui/Icon'
import { iconWarn } from '@shirogane/ui/icons'
import { iconGrid, iconKeypad, iconScan } from '@shirogane/ui/icons-staff'
import { amountAfterKey, keypadKeyOf } from '@shirogane/ui/keypad-keys'
import type { KeypadKey } from '@shirogane/ui/keypad-keys'
import { Segmented } from '@shirogane/ui/Segmented'
import { Sheet } from '@shirogane/ui/Sheet'
import { limits } from '@shirogane/contract/limits'
import { useAnnounce } from '@shirogane/ui/use-announce'
import { useMedia } from '@shirogane/ui/use-media'
import { useToast } from '@shirogane/ui/use-toast'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { useOnline } from '../../../lib/connection.ts'
import { useSearchParam, useSheet } from '../../../lib/navigation.tsx'
import { useSession } from '../../../lib/session.ts'
import { ApprovalSheet } from '../approvals/ApprovalSheet.tsx'
import { registerTermsQuery } from '../queries.ts'
import { AmountSheet } from './AmountSheet.tsx'
import { Cart } from './Cart.tsx'
import { useCatalogue } from './catalogue.ts'
import type { Line } from './cart.ts'
import { totalsOf } from './cart.ts'
import { ChangePanel } from './ChangePanel.tsx'
import { CashCheckSheet } from './CashCheckSheet.tsx'
import { ConfirmSheet } from './ConfirmSheet.tsx'
import { DiscountSheet } from './DiscountSheet.tsx'
import { useDisplay } from './display.ts'
import { openDrawer } from './drawer.ts'
import { DrawerSheet } from './DrawerSheet.tsx'
import { DoneView } from './DoneView.tsx'
import { Favourites } from './Favourites.tsx'
import { takeHandedOver } from './handed-over.ts'
import { HeldSheet, parkedQuery } from './HeldSheet.tsx'
import { LineSheet } from './LineSheet.tsx'
import { MemberPanel } from './MemberPanel.tsx'
import { NoticeStrip } from './NoticeStrip.tsx'
import { PayPane } from './PayPane.tsx'
import { previewOf } from './preview.ts'
import { Processing } from './Processing.tsx'
import { ReadSheet } from './ReadSheet.tsx'
import styles from './Register.module.css'
import { SearchBox } from './SearchBox.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import { billOf, tendersOf } from './tenders.ts'
import type { Payment } from './tenders.ts'
import { text, yenSign } from './text.ts'
import { TerminalSheet } from './TerminalSheet.tsx'
import { TotalPlate } from './TotalPlate.tsx'
import type { Till } from './till.ts'
import { availableOf, isApproved, obstacleOf } from './till-state.ts'
import type { TillState } from './till-state.ts'
import { useCode } from './use-code.ts'
import { useScanner } from './use-scanner.ts'
import { useTill } from './use-till.ts'
import { VerifySheet } from './VerifySheet.tsx'
import { VisitSheet } from './VisitSheet.tsx'
import { WeightSheet } from './WeightSheet.tsx'

const LaterSheet = lazy(() =>
  import('./later/LaterSheet.tsx').then((module) => ({ default: module.LaterSheet })),
)

const undoMs = 5_000
const heldAgainMs = 15_000
const waitingEveryMs = 60_000
/** Totals are said once they rest, so that a row of scans is not a row of sentences. */
const sayAfterMs = 700

export function Register({ registerId }: { registerId: string }) {
  const opened = useTill(registerId)
  return opened === null ? null : <Bench till={opened.till} state={opened.state} registerId={registerId} />
}

type Pane = 'cart' | 'pay'

/** Why things cost less, in the words of the register, for whoever is asked to agree. */
function reasonsOf(lines: readonly Line[], discount: Discount | null): string {
  const all = [...lines.map((line) => line.discount), discount].filter((each) => each !== null)
  return [...new Set(all.map(({ reason, note }) => note ?? text.discountReasons[reason]))].join('、')
}

/** Which line a sheet is about; null is the whole sale. */
type Target = { key: string | null }

function Bench({ till, state, registerId }: { till: Till; state: TillState; registerId: string }) {
  const { lines, discount, terminal, signed, parked, selected, entered, active, member, phase, notice } =
    state
  const announce = useAnnounce()
  const toast = useToast()
  const isOnline = useOnline()
  const { reconnecting } = useSession()
  const isTwoPane = useMedia('(min-width: 1024px)')
  const isNarrowTwoPane = useMedia('(min-width: 1024px) and (max-width: 1279.98px)')
  const [pane, setPane] = useState<Pane>('cart')
  const [isClearing, setClearing] = useState(false)
  const search = useRef<HTMLInputElement>(null)
  const sheetKeys = useRef<((key: KeypadKey) => () => void) | null>(null)
  /** The next figure begins a new amount instead of following the one that is there. */
  const startsAnew = useRef(true)

  const camera = useSheet('scan')
  const code = useSheet('code')
  const amount = useSheet('amount')
  const goods = useSheet('goods')
  const confirm = useSheet('confirm')
  const shortcuts = useSheet('shortcuts')
  const laterSheet = useSheet('later')
  const held = useSheet('held')
  const drawer = useSheet('drawer')
  const lineSheet = useSheet('line')
  const discountSheet = useSheet('discount')
  const weightSheet = useSheet('weight')
  const [target, setTarget] = useState<Target | null>(null)
  const [weighing, setWeighing] = useState<{ sku: Sku; key: null } | { sku: null; key: string } | null>(null)
  /** The law stops the sale until it is written down who pays. */
  const needsCashCheck = notice?.kind === 'refused' && notice.code === 'CASH_KYC_REQUIRED'
  // Whichever it is: keys and figures are its own while it is there.
  const sheet = useSearchParam('sheet')
  const isSheetOpen =
    sheet !== undefined ||
    isClearing ||
    notice?.kind === 'unverified' ||
    notice?.kind === 'kyc_visit' ||
    needsCashCheck

  const totals = totalsOf(state)
  const bill = billOf(totals.total, entered)
  const available = availableOf(member)
  const preview = previewOf(state, entered.points, member?.customer.level.point_rate ?? null)
  const obstacle = obstacleOf(state)
  const isCutOff = !isOnline || reconnecting
  const canConfirm = obstacle === null && !isCutOff
  const isEditing = phase.name === 'editing'

  const terms = useQuery(registerTermsQuery())
  const ceiling = terms.data?.discount_max ?? null
  const waiting = useQuery({ ...parkedQuery(), enabled: isOnline, refetchInterval: waitingEveryMs })
  const heldHere = useSyncExternalStore(till.held.subscribe, till.held.list)
  const client = useQueryClient()
  // What was on its way has arrived, or a sale has settled one that waited: the list of the store is another.
  useEffect(
    () => void client.invalidateQueries({ queryKey: ['transactions.searchSaved'] }),
    [client, heldHere.length, phase.name],
  )
  const needsApproval = ceiling !== null && totals.discount > ceiling && !isApproved(state, totals)
  const needsSignature = (entered.later ?? 0) > 0 && signed?.amount !== entered.later
  const needsSlip = entered.card > 0 && terminal?.amount !== entered.card
  useCatalogue(isOnline)
  useDisplay(registerId, state, totals, bill)

  const { take, add } = useCode(till, (sku) => {
    setWeighing({ sku, key: null })
    weightSheet.open()
  })

  // --- What people and scanners do -----------------------------------------------------------------------------

  const activate = (payment: Payment) => {
    startsAnew.current = true
    till.activate(payment)
  }
  const enter = (payment: Payment, value: number) => {
    startsAnew.current = true
    till.enter(payment, value)
  }
  const press = (key: KeypadKey) => {
    // Several keys may come at once, between two drawings of the screen.
    const { active, entered } = till.state()
    const wasNew = startsAnew.current
    const before = wasNew && key !== 'erase' ? 0 : entered[active]
    startsAnew.current = false
    till.enter(active, amountAfterKey(before, key, limits.amountMax))
    return () => {
      till.enter(active, entered[active])
      startsAnew.current = wasNew
    }
  }
  const pickSku = (sku: Sku) => {
    add(sku)
  }
  const remove = (line: Line) => {
    const undo = till.remove(line.key)
    if (undo !== null)
      toast({
        message: text.removed(line.name),
        duration: undoMs,
        action: { label: text.undo, onClick: undo },
      })
  }
  const changeQuantity = (by: number) => {
    const { lines, selected } = till.state()
    const line = lines.find(({ key }) => key === selected)
    if (line === undefined) return undefined
    till.setQuantity(line.key, line.quantity + by)
    return () => till.setQuantity(line.key, line.quantity)
  }
  const settle = () => {
    if (!canConfirm || needsApproval || needsSlip) return
    confirm.close()
    till.confirm()
  }
  const openConfirm = () => {
    till.say(null)
    if (canConfirm) confirm.open()
    else setPane('pay')
  }
  const next = () => {
    setPane('cart')
    startsAnew.current = true
    till.next()
  }
  const readMember = () => {
    if (isEditing) code.open()
  }

  const onTyped = (characters: string) => {
    const undo: ((() => void) | undefined)[] = []
    for (const character of characters) {
      if (/\d/.test(character))
        undo.push((sheetKeys.current ?? (isSheetOpen || !isEditing ? null : press))?.(character as KeypadKey))
      else if (isSheetOpen) continue
      else if (character === '?') shortcuts.open()
      else if (character === '+') undo.push(changeQuantity(1))
      else if (character === '-') undo.push(changeQuantity(-1))
    }
    return () => {
      for (const takeBack of undo.toReversed()) takeBack?.()
    }
  }
  const takeHanded = useEffectEvent(() => {
    const code = takeHandedOver()
    if (code !== null) void take(code)
  })
  useEffect(() => {
    if (phase.name !== 'recovering') takeHanded()
  }, [phase.name])

  useScanner({
    onScan: (scanned) => {
      // What is read while the last look is open changes the sale: it is looked at again.
      if (confirm.isOpen) confirm.close()
      void take(scanned)
    },
    onTyped,
    isPaused: phase.name === 'settling' || phase.name === 'recovering',
  })

  const onShortcut = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const keys: Record<string, () => void> = {
      F2: () => {
        setPane('cart')
        search.current?.focus()
        search.current?.select()
      },
      F4: () => camera.open(),
      F8: () => held.open(),
      F9: readMember,
      F12: () => {
        if (confirm.isOpen) settle()
        else openConfirm()
      },
    }
    const run = keys[event.key]
    if (run !== undefined) {
      event.preventDefault()
      if (isEditing && (!isSheetOpen || confirm.isOpen)) run()
      return
    }
    const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
    const key = isTyping ? null : keypadKeyOf(event)
    if (key !== 'erase' && key !== 'clear') return
    event.preventDefault()
    if (sheetKeys.current !== null) sheetKeys.current(key)
    else if (isEditing && !isSheetOpen) press(key)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onShortcut(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])

  // --- What is said aloud --------------------------------------------------------------------------------------

  useEffect(() => {
    if (!isEditing || bill.total === 0) return undefined
    const timer = setTimeout(() => {
      const isPaid = bill.remaining === 0
      const end = isPaid
        ? bill.change > 0
          ? text.sayChange(bill.change)
          : text.paidUp
        : text.sayRemaining(bill.remaining)
      announce(`${text.sayTotal(bill.total)}。${end}`)
    }, sayAfterMs)
    return () => clearTimeout(timer)
  }, [announce, isEditing, bill.total, bill.remaining, bill.change])

  // Carts that were put aside without a network go to the server as soon as there is one.
  useEffect(() => {
    if (isCutOff) return undefined
    void till.held.sendAll()
    const timer = setInterval(() => void till.held.sendAll(), heldAgainMs)
    return () => clearInterval(timer)
  }, [till, isCutOff])

  // The other pane begins at its top, also where the page scrolls as a whole.
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [pane])

  const isSettling = phase.name === 'settling'
  useEffect(() => {
    if (!isSettling) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isSettling])

  // After a sale the focus rests on the bench, where figures and codes are heard.
  const bench = useRef<HTMLDivElement>(null)
  const wasDone = useRef(false)
  const isCashDone = phase.name === 'done' && phase.result.transaction.tenders.cash > 0
  useEffect(() => {
    if (isCashDone) void openDrawer()
  }, [isCashDone])
  useEffect(() => {
    if (wasDone.current && phase.name === 'editing') bench.current?.focus({ preventScroll: true })
    wasDone.current = phase.name === 'done'
  }, [phase.name])

  const cutOff = isCutOff ? (isOnline ? text.reconnecting : text.offline) : null
  useEffect(() => {
    if (cutOff !== null) announce(cutOff, 'assertive')
  }, [announce, cutOff])

  const memberName = member?.customer.name ?? null
  const lastMember = useRef<string | null>(null)
  useEffect(() => {
    if (memberName === lastMember.current) return
    lastMember.current = memberName
    if (memberName !== null) announce(text.memberFound(memberName))
  }, [announce, memberName])

  if (phase.name === 'done') return <DoneView result={phase.result} rankUp={phase.rank_up} onNext={next} />

  const obstacleText = {
    empty: text.confirmEmpty,
    too_large: text.confirmTooLarge,
    remaining: text.short(bill.remaining),
    busy: null,
  }
  const reason = cutOff ?? (obstacle === null ? null : obstacleText[obstacle])

  const targetLine = lines.find(({ key }) => key === target?.key)
  const discountBase =
    targetLine === undefined
      ? totals.lines.reduce((sum, { gross, line_discount }) => sum + gross - line_discount, 0)
      : targetLine.unit_price * targetLine.quantity
  /** What is on the scale: an article that comes in, or a line that is weighed anew. */
  const onScale = weighing?.sku ?? lines.find(({ key }) => key === weighing?.key)

  const memberPanel = (
    <MemberPanel
      member={member}
      isScanning={state.is_scanning}
      onRead={readMember}
      onDrop={() => till.dropMember()}
    />
  )
  const strip = (
    <NoticeStrip
      notice={notice}
      onClose={() => till.say(null)}
      onScanAgain={() => till.scanAgain()}
      onConfirmAgain={openConfirm}
      onFillByCash={
        bill.remaining > 0
          ? () => {
              till.say(null)
              enter('cash', bill.cash_due)
              setPane('pay')
            }
          : null
      }
    />
  )

  return (
    <>
      <div ref={bench} tabIndex={-1} className={styles.register} inert={!isEditing}>
        <section
          className={classNames(styles.left, !isTwoPane && pane === 'pay' && styles.away)}
          aria-label={text.cartPane}
        >
          <div className={styles.tools}>
            <SearchBox
              inputRef={search}
              onPick={pickSku}
              onCode={(typed) => void take(typed)}
              onAmount={() => amount.open()}
            />
            <button
              type="button"
              className={styles.tool}
              onClick={() => camera.open()}
              aria-keyshortcuts="F4"
            >
              <Icon shape={iconScan} />
              <span>{text.camera}</span>
            </button>
            <button type="button" className={styles.tool} onClick={() => amount.open()}>
              <Icon shape={iconKeypad} />
              <span>{text.amountEntry}</span>
            </button>
            {isNarrowTwoPane && (
              <button type="button" className={styles.tool} onClick={() => goods.open()}>
                <Icon shape={iconGrid} />
                <span>{text.goods}</span>
              </button>
            )}
          </div>
          {strip}
          {!isTwoPane && <div className={styles.memberHere}>{memberPanel}</div>}
          {parked !== null && (
            <p className={styles.parked} role="status">
              {text.heldNow(parked.name)}
            </p>
          )}
          <div className={styles.cart}>
            <Cart
              lines={lines}
              totals={totals}
              discount={discount}
              selected={selected}
              onSelect={(key) => till.select(key)}
              onQuantity={(key, quantity) => till.setQuantity(key, quantity)}
              onRemove={remove}
              onClear={() => setClearing(true)}
              onOpen={(line) => {
                setTarget({ key: line.key })
                lineSheet.open()
              }}
              onDiscount={() => {
                setTarget({ key: null })
                discountSheet.open()
              }}
              onHold={() => held.open()}
              waiting={(waiting.data?.total ?? 0) + heldHere.length}
              canClear={lines.length > 0 || member !== null}
            />
          </div>
          {!isNarrowTwoPane && (
            <section className={styles.favourites} aria-label={text.favourites}>
              <h2 className={styles.heading}>{text.favourites}</h2>
              <Favourites onPick={pickSku} />
            </section>
          )}
        </section>

        <section
          className={classNames(styles.right, !isTwoPane && pane === 'cart' && styles.away)}
          aria-label={text.payPane}
        >
          {!isTwoPane && strip}
          {memberPanel}
          <TotalPlate total={totals.total} discount={totals.discount} preview={preview} />
          <PayPane
            bill={bill}
            entered={entered}
            active={active}
            available={available}
            hasMember={member !== null}
            onActivate={activate}
            onEnter={enter}
            onKey={press}
            onLater={() => laterSheet.open()}
          />
          <ChangePanel bill={bill} />
          <Button
            variant="pay"
            size="pos"
            block
            className={styles.confirm}
            disabled={!canConfirm}
            aria-keyshortcuts="F12"
            aria-describedby="confirm-reason"
            onClick={openConfirm}
            trailing={isCutOff ? undefined : <kbd className={styles.key}>F12</kbd>}
          >
            {isCutOff ? (
              <span className={styles.cutOff}>
                <span className="visuallyHidden">{text.confirm}</span>
                <Icon shape={iconWarn} size={20} />
                {reason}
              </span>
            ) : (
              <>
                {text.confirm}
                <span className={styles.confirmAmount}>{yenSign(totals.total)}</span>
              </>
            )}
          </Button>
          <span id="confirm-reason" className="visuallyHidden">
            {canConfirm ? '' : reason}
          </span>
        </section>

        {!isTwoPane && (
          <div className={styles.switch}>
            <Segmented
              label={text.switchPane}
              options={[
                { value: 'cart', label: text.toCart(totals.pieces) },
                {
                  value: 'pay',
                  label: (
                    <span>
                      {text.toPay} <span className="figures">{yenSign(totals.total)}</span>
                    </span>
                  ),
                },
              ]}
              value={pane}
              onChange={setPane}
            />
          </div>
        )}
      </div>

      <ReadSheet
        isOpen={camera.isOpen || code.isOpen}
        withCamera={camera.isOpen}
        onCamera={() => camera.open()}
        onClose={camera.isOpen ? camera.close : code.close}
        take={take}
      />
      <AmountSheet
        isOpen={amount.isOpen}
        onClose={amount.close}
        keys={sheetKeys}
        onAdd={(name, unit_price, quantity, rate) => till.addAmount(name, unit_price, quantity, rate)}
      />
      <Sheet isOpen={goods.isOpen} onClose={goods.close} title={text.favourites} wide>
        <Favourites
          onPick={(sku) => {
            pickSku(sku)
            goods.close()
          }}
        />
      </Sheet>
      {held.isOpen && (
        <HeldSheet
          till={till}
          state={state}
          registerId={registerId}
          isOnline={!isCutOff}
          onClose={held.close}
        />
      )}
      {lineSheet.isOpen && targetLine !== undefined && (
        <LineSheet
          key={targetLine.key}
          line={targetLine}
          off={totals.lines[lines.indexOf(targetLine)]?.line_discount ?? 0}
          onChange={(change) => till.changeLine(targetLine.key, change)}
          onDiscount={() => discountSheet.open()}
          onWeigh={
            targetLine.weight_mg === null
              ? null
              : () => {
                  setWeighing({ sku: null, key: targetLine.key })
                  weightSheet.open()
                }
          }
          onClose={lineSheet.close}
        />
      )}
      {discountSheet.isOpen && target !== null && (
        <DiscountSheet
          title={targetLine === undefined ? text.discountSale : text.discountLine(targetLine.name)}
          base={discountBase}
          current={targetLine === undefined ? discount : targetLine.discount}
          ceiling={ceiling}
          keys={sheetKeys}
          onApply={(next) => {
            if (targetLine === undefined) till.discountSale(next)
            else till.changeLine(targetLine.key, { discount: next })
          }}
          onClose={discountSheet.close}
        />
      )}
      {weightSheet.isOpen && weighing !== null && onScale != null && onScale.silver !== null && (
        <WeightSheet
          name={onScale.name}
          silver={onScale.silver}
          current={'weight_mg' in onScale ? (onScale.weight_mg ?? 0) : 0}
          keys={sheetKeys}
          onWeighed={(weight_mg) => {
            if (weighing.sku === null) till.changeLine(weighing.key, { weight_mg })
            else till.addWeighed(weighing.sku, weight_mg)
          }}
          onClose={weightSheet.close}
        />
      )}
      {confirm.isOpen && canConfirm && needsApproval && (
        <ApprovalSheet
          kind="discount"
          subject={{ gross: totals.gross }}
          amount={totals.discount}
          reason={reasonsOf(lines, discount)}
          onApproved={(id) => till.approve(id)}
          onClose={confirm.close}
        />
      )}
      {(laterSheet.isOpen || (confirm.isOpen && canConfirm && !needsApproval && needsSignature)) &&
        member !== null && (
          <Suspense fallback={null}>
            <LaterSheet
              userId={member.customer.id}
              open={bill.remaining + bill.cash + (entered.later ?? 0)}
              before={signed}
              onSet={(next) => {
                till.defer(next)
                laterSheet.close()
              }}
              onClose={laterSheet.isOpen ? laterSheet.close : confirm.close}
            />
          </Suspense>
        )}
      {confirm.isOpen && canConfirm && !needsApproval && !needsSignature && needsSlip && (
        <TerminalSheet
          amount={entered.card}
          before={terminal}
          onDone={(done) => till.slip(done)}
          onClose={confirm.close}
        />
      )}
      <ConfirmSheet
        isOpen={confirm.isOpen && canConfirm && !needsApproval && !needsSignature && !needsSlip}
        bill={bill}
        entered={entered}
        member={member}
        earned={preview.earned}
        onConfirm={settle}
        onClose={confirm.close}
      />
      {notice?.kind === 'unverified' && <VerifySheet token={notice.token} onClose={() => till.say(null)} />}
      {needsCashCheck && (
        <CashCheckSheet
          transactionId={state.transaction_id}
          amount={tendersOf(totals.total, entered).tenders?.cash ?? 0}
          name={member?.customer.name ?? null}
          onClose={() => till.say(null)}
          onDone={() => {
            till.say(null)
            openConfirm()
          }}
        />
      )}
      {notice?.kind === 'kyc_visit' && <VisitSheet token={notice.token} onClose={() => till.say(null)} />}
      {drawer.isOpen && <DrawerSheet registerId={registerId} onClose={drawer.close} />}
      <Shortcuts isOpen={shortcuts.isOpen} onClose={shortcuts.close} />
      <AlertDialog
        isOpen={isClearing}
        title={text.clearQuestion}
        confirmLabel={text.clearYes}
        destructive
        onConfirm={() => {
          setClearing(false)
          till.clear()
        }}
        onCancel={() => setClearing(false)}
      >
        {text.clearNote}
      </AlertDialog>
      {(phase.name === 'settling' || phase.name === 'recovering') && (
        <Processing
          title={phase.name === 'settling' ? text.processing : text.recovering}
          isOverdue={phase.is_overdue}
          isAsking={phase.name === 'settling' && phase.is_asking}
          onAsk={() => till.askNow()}
        />
      )}
    </>
  )
}
