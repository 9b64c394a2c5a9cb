import { useMedia } from '@shirogane/ui/layout/use-media'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { refetch } from '../../shell/queries/queries.ts'
import { useHoldUpdate } from '../../shell/updates/use-hold-update.ts'
import { useKeysAhead } from '../shared/scanner/use-scanner.ts'
import { RegisterStrip } from './layout/RegisterStrip.tsx'
import { useCatalogue } from './scan/catalogue.ts'
import type { Line } from './cart/cart.ts'
import { useDisplay } from './devices/display.ts'
import { DoneView } from './done/DoneView.tsx'
import { ArticleSide } from './layout/ArticleSide.tsx'
import { MemberPanel } from './member/MemberPanel.tsx'
import { RegisterOverlays } from './layout/RegisterOverlays.tsx'
import { type Pane, PaneSwitch } from './layout/PaneSwitch.tsx'
import { PaySide } from './layout/PaySide.tsx'
import { bringBack } from './receipt/print-queue.ts'
import styles from './Register.module.css'
import { text } from './text.ts'
import type { SaleMachine } from './machine/sale-machine.ts'
import { isUnderWay } from './machine/sale-state.ts'
import type { SaleState } from './machine/sale-state.ts'
import { useStepsAhead } from './steps-ahead.ts'
import { useAnnouncements } from './layout/use-announcements.ts'
import { useRegisterSheets } from './layout/use-register-sheets.ts'
import { useCode } from './scan/use-code.ts'
import { useDue } from './tender/use-due.ts'
import { useFigures } from './tender/use-figures.ts'
import { useForwarded } from './scan/use-forwarded.ts'
import { useRegisterInput } from './layout/use-register-input.ts'
import { useSigning } from './complete/use-signing.ts'
import { useStandby } from './layout/use-standby.ts'
import { useSaleMachine } from './machine/use-sale-machine.ts'

const undoMs = 5_000

export function Register({ registerId }: { registerId: string }) {
  const opened = useSaleMachine(registerId)
  useKeysAhead(opened === null)
  return opened === null ? null : (
    <RegisterLayout machine={opened.machine} state={opened.state} registerId={registerId} />
  )
}

function RegisterLayout({
  machine,
  state,
  registerId,
}: {
  machine: SaleMachine
  state: SaleState
  registerId: string
}) {
  const { member, phase, notice } = state
  const toast = useToast()
  const isTwoPane = useMedia('(min-width: 1024px)')
  const isNarrowTwoPane = useMedia('(min-width: 1024px) and (max-width: 1279.98px)')
  const [pane, setPane] = useState<Pane>('cart')
  const search = useRef<HTMLInputElement>(null)
  const sheets = useRegisterSheets(machine, state)
  const due = useDue(state)
  const { totals, bill } = due
  const isEditing = phase.name === 'editing'
  const signing = useSigning(state, () => {
    machine.say(null)
    sheets.deferred.open()
  })
  const code = useCode(
    machine,
    (sku) => sheets.openWeight({ sku, key: null }),
    sheets.noneLeft.ask,
    sheets.openReceipt,
  )
  const figures = useFigures(machine, () => sheets.code.open())

  const selectedLine = () => {
    const { lines, selected } = machine.state()
    return lines.find(({ key }) => key === selected)
  }
  const remove = (line: Line) => {
    const undo = machine.remove(line.key)
    if (undo !== null)
      toast({
        message: text.removed(line.name),
        duration: undoMs,
        action: { label: text.undo, onClick: undo },
      })
  }
  const completeSale = () => {
    if (!due.canConfirm || due.missing !== null || !sheets.isConfirmOnTop) return
    sheets.confirm.close()
    machine.confirm()
  }
  const openConfirm = () => {
    machine.say(null)
    if (!due.canConfirm) setPane('pay')
    // Without the confirmation a brand still sees what a second person or the customer has to add.
    else if (!due.asksToConfirm && due.missing === null) machine.confirm()
    else sheets.confirm.open()
  }
  const next = () => {
    setPane('cart')
    figures.beginAnew()
    machine.next()
  }
  const readMember = () => {
    if (isEditing) sheets.code.open()
  }

  useForwarded(machine, phase.name, code.take, sheets.held.open)
  useRegisterInput({
    machine,
    phase: phase.name,
    sheets,
    code,
    figures,
    search,
    reason: due.reason,
    changeQuantity: (by) => {
      const line = selectedLine()
      if (line === undefined) return undefined
      machine.setQuantity(line.key, line.quantity + by)
      return () => machine.setQuantity(line.key, line.quantity)
    },
    removeSelected: () => {
      const line = selectedLine()
      if (line !== undefined) remove(line)
      return line !== undefined
    },
    showCart: () => setPane('cart'),
    readMember,
    openConfirm,
    completeSale,
  })
  useCatalogue(due.isOnline)
  useStepsAhead()
  useDisplay(registerId, state, totals, bill)
  useAnnouncements({ bill, isEditing, cutOff: due.cutOff, memberName: member?.customer.name ?? null })
  useHoldUpdate(isUnderWay(state))
  useStandby(machine, { isCutOff: due.isCutOff, phase })
  // A sale may have taken up a cart that waited: the list of the store is another.
  useEffect(() => refetch('transactions.searchSaved'), [phase.name])
  // A clerk who turns to the carts on hold is done with the sale before.
  const goOn = useEffectEvent(next)
  const turnsToHeld = phase.name === 'done' && sheets.held.isOpen
  useEffect(() => {
    if (turnsToHeld) goOn()
  }, [turnsToHeld])
  // Asked for once the register stands: what it finds is no part of the sale.
  useEffect(() => void bringBack(), [])

  // The other pane begins at its top, also where the page scrolls as a whole.
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [pane])

  // After a sale the focus rests on the register, where figures and codes are heard.
  const layout = useRef<HTMLDivElement>(null)
  const wasDone = useRef(false)
  useEffect(() => {
    if (wasDone.current && phase.name === 'editing') layout.current?.focus({ preventScroll: true })
    wasDone.current = phase.name === 'done'
  }, [phase.name])

  if (phase.name === 'done')
    return <DoneView result={phase.result} rankUp={phase.rank_up} onNext={next} commands={sheets.commands} />

  const memberPanel = (
    <MemberPanel
      member={member}
      isScanning={state.is_scanning}
      onRead={readMember}
      onDrop={() => machine.dropMember()}
      onGiveUp={() => machine.giveUpScan()}
    />
  )
  const strip = (
    <RegisterStrip
      machine={machine}
      notice={notice}
      bill={bill}
      isFloatMissing={due.isFloatMissing}
      onConfirmAgain={openConfirm}
      onSign={(state.entered.later ?? 0) > 0 && member !== null ? signing.sign : null}
      onFillByCash={(cash) => {
        figures.enter('cash', cash)
        setPane('pay')
      }}
    />
  )

  return (
    <>
      <div ref={layout} tabIndex={-1} className={styles.register} inert={!isEditing}>
        <ArticleSide
          machine={machine}
          state={state}
          due={due}
          sheets={sheets}
          search={search}
          isAway={!isTwoPane && pane === 'pay'}
          isNarrow={isNarrowTwoPane}
          strip={strip}
          memberPanel={isTwoPane ? null : memberPanel}
          onPick={code.add}
          onCode={(typed) => void code.take(typed)}
          onRemove={remove}
        />
        <PaySide
          state={state}
          due={due}
          figures={figures}
          isAway={!isTwoPane && pane === 'cart'}
          strip={isTwoPane ? null : strip}
          memberPanel={memberPanel}
          onDefer={() => sheets.deferred.open()}
          onConfirm={openConfirm}
        />
        {!isTwoPane && (
          <PaneSwitch pane={pane} pieces={totals.pieces} total={totals.total} onChange={setPane} />
        )}
      </div>
      <RegisterOverlays
        machine={machine}
        state={state}
        registerId={registerId}
        due={due}
        sheets={sheets}
        signing={signing}
        typedCode={figures.typedCode}
        take={code.take}
        onPick={code.add}
        onConfirm={openConfirm}
        onComplete={completeSale}
      />
    </>
  )
}
