import { AlertDialog } from '@shirogane/ui/AlertDialog'
import { Button } from '@shirogane/ui/Button'
import { Sheet } from '@shirogane/ui/Sheet'
import { Suspense, type RefObject } from 'react'
import { lazyPart } from '../../../lib/chunks.ts'
import { AmountSheet } from './AmountSheet.tsx'
import { CashCheckSheet } from '../CashCheckSheet.tsx'
import type { Goods } from './cart.ts'
import { Favourites } from './Favourites.tsx'
import { HeldSheet } from './HeldSheet.tsx'
import { LineSheets } from './LineSheets.tsx'
import { PaySteps } from './PaySteps.tsx'
import { Processing } from './Processing.tsx'
import { ReadSheet } from './ReadSheet.tsx'
import { tendersOf } from './tenders.ts'
import { text } from './text.ts'
import type { Till } from './till.ts'
import type { TillState } from './till-state.ts'
import type { BenchSheets } from './use-bench-sheets.ts'
import type { CodeResult } from './use-code.ts'
import type { Due } from './use-due.ts'
import { VerifySheet } from './VerifySheet.tsx'
import { VisitSheet } from './VisitSheet.tsx'

const FavouritesSheet = lazyPart(() => import('./FavouritesSheet.tsx'), 'FavouritesSheet')
const LostSheet = lazyPart(() => import('./LostSheet.tsx'), 'LostSheet')

type OverBenchProps = {
  till: Till
  state: TillState
  registerId: string
  due: Due
  sheets: BenchSheets
  /** What was typed of a code before the sheet for it was there. */
  typedCode: RefObject<string>
  take: (code: string) => Promise<CodeResult>
  onPick: (sku: Goods) => void
  onConfirm: () => void
  onSettle: () => void
}

/** What lies over the bench: sheets that somebody opened, questions that the sale asks, and the wait for its result. */
export function OverBench({
  till,
  state,
  registerId,
  due,
  sheets,
  typedCode,
  take,
  onPick,
  onConfirm,
  onSettle,
}: OverBenchProps) {
  const { camera, code, amount, goods, favourites, confirm, held, lost, later, noneLeft } = sheets
  const { entered, member, phase, notice } = state
  const { bill, ceiling, totals } = due
  return (
    <>
      <ReadSheet
        isOpen={camera.isOpen || code.isOpen}
        withCamera={camera.isOpen}
        onCamera={camera.openInstead}
        onClose={camera.isOpen ? camera.close : code.close}
        keys={sheets.keys}
        scans={sheets.scans}
        typed={typedCode}
        take={take}
      />
      <AmountSheet
        isOpen={amount.isOpen}
        onClose={amount.close}
        keys={sheets.keys}
        commands={sheets.commands}
        onAdd={(name, unit_price, quantity, rate) => till.addAmount(name, unit_price, quantity, rate)}
      />
      <Sheet isOpen={goods.isOpen} onClose={goods.close} title={text.favourites} wide>
        <Favourites
          onPick={(sku) => {
            onPick(sku)
            goods.close()
          }}
        />
        <Button block variant="quiet" onClick={() => favourites.openInstead()}>
          {text.favouritesEdit}
        </Button>
      </Sheet>
      {favourites.isOpen && (
        <Suspense fallback={null}>
          <FavouritesSheet scans={sheets.scans} onClose={favourites.close} />
        </Suspense>
      )}
      {held.isOpen && (
        <HeldSheet
          till={till}
          state={state}
          registerId={registerId}
          isOnline={!due.isCutOff}
          onClose={held.close}
        />
      )}
      {lost.isOpen && (
        <Suspense fallback={null}>
          <LostSheet onClose={lost.close} />
        </Suspense>
      )}
      <LineSheets
        till={till}
        state={state}
        ceiling={ceiling}
        keys={sheets.keys}
        commands={sheets.commands}
        target={sheets.target}
        weighing={sheets.weighing}
        onWeigh={(key) => sheets.openWeight({ sku: null, key })}
        onOffScale={sheets.offScale}
        sheets={{ line: sheets.line, discount: sheets.discount, weight: sheets.weight }}
      />
      <PaySteps
        till={till}
        state={state}
        bill={bill}
        ceiling={ceiling}
        isOpen={sheets.isLookOpen}
        cutOff={due.reason}
        isSigning={later.isOpen}
        onConfirm={onSettle}
        onClose={confirm.close}
        onSigned={later.close}
        commands={sheets.commands}
      />
      {notice?.kind === 'unverified' && <VerifySheet token={notice.token} onClose={() => till.say(null)} />}
      {sheets.needsCashCheck && (
        <CashCheckSheet
          what="sale"
          transactionId={state.transaction_id}
          amount={tendersOf(totals.total, entered).tenders?.cash ?? 0}
          name={member?.customer.name ?? null}
          onClose={() => till.say(null)}
          onDone={onConfirm}
        />
      )}
      {notice?.kind === 'kyc_visit' && <VisitSheet token={notice.token} onClose={() => till.say(null)} />}
      {noneLeft.dialog}
      <AlertDialog
        isOpen={sheets.isClearing}
        title={text.clearQuestion}
        confirmLabel={text.clearYes}
        destructive
        onConfirm={() => {
          sheets.askToClear(false)
          till.clear()
        }}
        onCancel={() => sheets.askToClear(false)}
      >
        {text.clearNote}
      </AlertDialog>
      {(phase.name === 'settling' || phase.name === 'recovering') && (
        <Processing phase={phase} onAsk={() => void till.askNow()} onWithdraw={() => till.withdraw()} />
      )}
    </>
  )
}
