import type { Sku } from '@shirogane/contract/skus'
import { AlertDialog } from '@shirogane/ui/AlertDialog'
import { classNames } from '@shirogane/ui/class-names'
import type { KeypadKey } from '@shirogane/ui/keypad-keys'
import { Sheet } from '@shirogane/ui/Sheet'
import { useMedia } from '@shirogane/ui/use-media'
import { useToast } from '@shirogane/ui/use-toast'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useOnline } from '../../../lib/connection.ts'
import { useSearchParam, useSheet } from '../../../lib/navigation.tsx'
import { useSession } from '../../../lib/session.ts'
import { registerTermsQuery } from '../queries.ts'
import { typeInto } from '../scanner.ts'
import { useKeysAhead } from '../use-scanner.ts'
import { AmountSheet } from './AmountSheet.tsx'
import { Cart } from './Cart.tsx'
import { useCatalogue } from './catalogue.ts'
import type { Line } from './cart.ts'
import { totalsOf } from './cart.ts'
import { ChangePanel } from './ChangePanel.tsx'
import { CashCheckSheet } from './CashCheckSheet.tsx'
import { useDisplay } from './display.ts'
import { ConfirmButton } from './ConfirmButton.tsx'
import { DrawerSheet } from './DrawerSheet.tsx'
import { DoneView } from './DoneView.tsx'
import { Favourites } from './Favourites.tsx'
import { HeldSheet, parkedQuery } from './HeldSheet.tsx'
import { LineSheets, type Target, type Weighing } from './LineSheets.tsx'
import { MemberPanel } from './MemberPanel.tsx'
import { NoticeStrip } from './NoticeStrip.tsx'
import { PayPane } from './PayPane.tsx'
import { type Pane, PaneSwitch } from './PaneSwitch.tsx'
import { missingOf, PaySteps } from './PaySteps.tsx'
import { previewOf } from './preview.ts'
import { Processing } from './Processing.tsx'
import { ReadSheet } from './ReadSheet.tsx'
import styles from './Register.module.css'
import { FloatStrip } from './FloatStrip.tsx'
import { Help } from './Help.tsx'
import { billOf, tendersOf } from './tenders.ts'
import { text } from './text.ts'
import { Tools } from './Tools.tsx'
import { TotalPlate } from './TotalPlate.tsx'
import type { Till } from './till.ts'
import { availableOf, obstacleOf } from './till-state.ts'
import type { TillState } from './till-state.ts'
import { bringBack, useWaitingPapers } from './receipt/print-queue.ts'
import { PapersStrip } from './receipt/PapersStrip.tsx'
import { useAloud } from './use-aloud.ts'
import { useBenchKeys } from './use-bench-keys.ts'
import { useCode } from './use-code.ts'
import { readCommand } from './commands.ts'
import { type CommandListener, useCommands } from './use-commands.ts'
import { useFigures } from './use-figures.ts'
import { useHanded } from './use-handed.ts'
import { useNoneLeft } from './use-none-left.tsx'
import { useStandby } from './use-standby.ts'
import { useTill } from './use-till.ts'
import { VerifySheet } from './VerifySheet.tsx'
import { VisitSheet } from './VisitSheet.tsx'

const undoMs = 5_000
const waitingEveryMs = 60_000
const termsEveryMs = 5 * 60_000

export function Register({ registerId }: { registerId: string }) {
  const opened = useTill(registerId)
  useKeysAhead(opened === null)
  return opened === null ? null : <Bench till={opened.till} state={opened.state} registerId={registerId} />
}

function Bench({ till, state, registerId }: { till: Till; state: TillState; registerId: string }) {
  const { lines, discount, parked, selected, entered, active, member, phase, notice } = state
  const toast = useToast()
  const isOnline = useOnline()
  const { reconnecting } = useSession()
  const isTwoPane = useMedia('(min-width: 1024px)')
  const isNarrowTwoPane = useMedia('(min-width: 1024px) and (max-width: 1279.98px)')
  const [pane, setPane] = useState<Pane>('cart')
  const [isClearing, setClearing] = useState(false)
  const noneLeft = useNoneLeft(till)
  const search = useRef<HTMLInputElement>(null)
  const sheetKeys = useRef<((key: KeypadKey) => () => void) | null>(null)
  const commandListener: CommandListener = useRef(null)

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
  const [weighing, setWeighing] = useState<Weighing | null>(null)
  /** The law stops the sale until it is written down who pays. */
  const needsCashCheck = notice?.kind === 'refused' && notice.code === 'CASH_KYC_REQUIRED'
  // Whichever it is: keys and figures are its own while it is there.
  const sheet = useSearchParam('sheet')
  const isSheetOpen =
    sheet !== undefined ||
    isClearing ||
    noneLeft.isAsking ||
    notice?.kind === 'unverified' ||
    notice?.kind === 'kyc_visit' ||
    needsCashCheck

  const totals = totalsOf(state)
  const bill = billOf(totals.total, entered)
  const available = availableOf(member)
  const preview = previewOf(state, entered.points, member?.customer.level.point_rate ?? null)
  const obstacle = obstacleOf(state)
  const isCutOff = !isOnline || reconnecting
  const cutOff = isCutOff ? (isOnline ? text.reconnecting : text.offline) : null
  const canConfirm = obstacle === null && !isCutOff
  const isEditing = phase.name === 'editing'
  const isCashDone = phase.name === 'done' && phase.result.transaction.tenders.cash > 0

  // The day ends at five in the morning, while the register may stay as it is.
  const terms = useQuery({ ...registerTermsQuery(), refetchInterval: termsEveryMs })
  const ceiling = terms.data?.discount_max ?? null
  const waiting = useQuery({ ...parkedQuery(), enabled: isOnline, refetchInterval: waitingEveryMs })
  const heldHere = useSyncExternalStore(till.held.subscribe, till.held.list)
  const client = useQueryClient()
  // What was on its way has arrived, or a sale has settled one that waited: the list of the store is another.
  useEffect(
    () => void client.invalidateQueries({ queryKey: ['transactions.searchSaved'] }),
    [client, heldHere.length, phase.name],
  )
  const missing = missingOf(state, ceiling)
  useCatalogue(isOnline)
  useDisplay(registerId, state, totals, bill)

  const onWeigh = (sku: Sku) => {
    setWeighing({ sku, key: null })
    weightSheet.open()
  }
  const { take, takeAll, add, refuse } = useCode(till, onWeigh, noneLeft.ask)
  const { beginAnew, activate, enter, press } = useFigures(till)
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
    if (!canConfirm || missing !== null) return
    confirm.close()
    till.confirm()
  }
  const openConfirm = () => {
    till.say(null)
    if (!canConfirm) setPane('pay')
    // A house that has switched the last look off still sees what a second person or the customer has to add.
    else if (terms.data?.confirm_sale === false && missing === null) till.confirm()
    else confirm.open()
  }
  const next = () => {
    setPane('cart')
    beginAnew()
    till.next()
  }
  const readMember = () => {
    if (isEditing) code.open()
  }

  useHanded(till, phase.name, take, held.open)

  const obstacleText = {
    empty: text.confirmEmpty,
    too_large: text.confirmTooLarge,
    remaining: text.short(bill.remaining),
    busy: null,
  }
  const reason = cutOff ?? (obstacle === null ? null : obstacleText[obstacle])

  const command = useCommands({
    till,
    listener: commandListener,
    sheetKeys,
    isSheetOpen,
    isConfirmOpen: confirm.isOpen,
    isClearing,
    noneLeft,
    press,
    enter,
    activate,
    changeQuantity,
    removeSelected: () => {
      const { lines, selected } = till.state()
      const line = lines.find(({ key }) => key === selected)
      if (line !== undefined) remove(line)
      return line !== undefined
    },
    askToClear: setClearing,
    openConfirm,
    reason,
    closeConfirm: confirm.close,
    settle,
  })

  useBenchKeys({
    sheetKeys,
    isSheetOpen,
    isEditing,
    isPaused: phase.name === 'settling',
    isStarting: phase.name === 'recovering',
    isConfirmOpen: confirm.isOpen,
    press,
    changeQuantity,
    onHelp: shortcuts.open,
    onScan: (scanned) => {
      const asked = readCommand(scanned)
      if (asked !== null) {
        command(asked)
        return
      }
      // What is read while the last look is open changes the sale: it is looked at again.
      if (confirm.isOpen) confirm.close()
      void take(scanned)
    },
    onStray: refuse,
    onKept: ({ codes, typed }) => {
      // A sale that was found settled stays on the screen: its change has not been seen yet. And a command that was
      // scanned before anything was to be seen was meant for something else.
      const goods = isEditing ? codes.filter((code) => readCommand(code) === null) : []
      if (goods.length < codes.length) refuse()
      void takeAll(goods)
      const field = search.current
      if (typed === '' || field === null || !isEditing || isSheetOpen) return () => {}
      field.focus()
      return typeInto(field, typed)
    },
    functionKeys: {
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
    },
  })

  const { isStuck } = useWaitingPapers()
  // Asked for once the register stands: what it finds is no part of the sale.
  useEffect(() => void bringBack(), [])
  useAloud({ bill, isEditing, cutOff, memberName: member?.customer.name ?? null })
  useStandby(till, { isCutOff, isSettling: phase.name === 'settling', isCashDone })

  // The other pane begins at its top, also where the page scrolls as a whole.
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [pane])

  // After a sale the focus rests on the bench, where figures and codes are heard.
  const bench = useRef<HTMLDivElement>(null)
  const wasDone = useRef(false)
  useEffect(() => {
    if (wasDone.current && phase.name === 'editing') bench.current?.focus({ preventScroll: true })
    wasDone.current = phase.name === 'done'
  }, [phase.name])

  if (phase.name === 'done')
    return <DoneView result={phase.result} rankUp={phase.rank_up} onNext={next} commands={commandListener} />

  const memberPanel = (
    <MemberPanel
      member={member}
      isScanning={state.is_scanning}
      onRead={readMember}
      onDrop={() => till.dropMember()}
    />
  )
  const isFloatMissing = notice === null && terms.data?.float_counted === false
  const strip =
    notice === null && isStuck ? (
      <PapersStrip />
    ) : isFloatMissing ? (
      <FloatStrip />
    ) : (
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
          <Tools
            search={search}
            isNarrow={isNarrowTwoPane}
            onPick={add}
            onCode={(typed) => void take(typed)}
            onAmount={() => amount.open()}
            onCamera={() => camera.open()}
            onGoods={() => goods.open()}
          />
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
              <Favourites onPick={add} />
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
          <ConfirmButton
            total={totals.total}
            canConfirm={canConfirm}
            isCutOff={isCutOff}
            reason={reason}
            onConfirm={openConfirm}
          />
        </section>

        {!isTwoPane && (
          <PaneSwitch pane={pane} pieces={totals.pieces} total={totals.total} onChange={setPane} />
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
        commands={commandListener}
        onAdd={(name, unit_price, quantity, rate) => till.addAmount(name, unit_price, quantity, rate)}
      />
      <Sheet isOpen={goods.isOpen} onClose={goods.close} title={text.favourites} wide>
        <Favourites
          onPick={(sku) => {
            add(sku)
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
      <LineSheets
        till={till}
        state={state}
        ceiling={ceiling}
        keys={sheetKeys}
        commands={commandListener}
        target={target}
        weighing={weighing}
        onWeigh={setWeighing}
        sheets={{ line: lineSheet, discount: discountSheet, weight: weightSheet }}
      />
      <PaySteps
        till={till}
        state={state}
        bill={bill}
        ceiling={ceiling}
        isOpen={confirm.isOpen && canConfirm}
        isSigning={laterSheet.isOpen}
        onConfirm={settle}
        onClose={confirm.close}
        onSigned={laterSheet.close}
        commands={commandListener}
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
      {noneLeft.dialog}
      <Help />
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
        <Processing phase={phase} onAsk={() => till.askNow()} onWithdraw={() => till.withdraw()} />
      )}
    </>
  )
}
