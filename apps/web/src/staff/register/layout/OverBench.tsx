import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { Button } from '@shirogane/ui/actions/Button'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { Suspense, type RefObject } from 'react'
import { lazyPart } from '../../../shell/navigation/chunks.ts'
import { AmountSheet } from '../tender/AmountSheet.tsx'
import { CashCheckSheet } from '../../shared/cash/CashCheckSheet.tsx'
import type { Goods } from '../cart/cart.ts'
import { Favourites } from '../cart/Favourites.tsx'
import { HeldSheet } from '../parked/HeldSheet.tsx'
import { LineSheets } from '../cart/LineSheets.tsx'
import { PaySteps } from '../tender/PaySteps.tsx'
import { Processing } from '../complete/Processing.tsx'
import { ReadSheet } from '../scan/ReadSheet.tsx'
import { tendersOf } from '../tender/tenders.ts'
import { text } from '../text.ts'
import type { Till } from '../machine/till.ts'
import type { TillState } from '../machine/till-state.ts'
import type { BenchSheets } from './use-bench-sheets.ts'
import type { CodeResult } from '../scan/use-code.ts'
import type { Due } from '../tender/use-due.ts'
import type { useSigning } from '../complete/use-signing.ts'
import { VerifySheet } from '../scan/VerifySheet.tsx'
import { VisitSheet } from '../member/VisitSheet.tsx'

const FavouritesSheet = lazyPart(() => import('../cart/FavouritesSheet.tsx'), 'FavouritesSheet')
const LostSheet = lazyPart(() => import('../lost/LostSheet.tsx'), 'LostSheet')

type OverBenchProps = {
  till: Till
  state: TillState
  registerId: string
  due: Due
  sheets: BenchSheets
  signing: ReturnType<typeof useSigning>
  /** What was typed of a code before the sheet for it was there. */
  typedCode: RefObject<string>
  take: (code: string) => Promise<CodeResult>
  onPick: (sku: Goods) => void
  onConfirm: () => void
  onSettle: () => void
}

/**
 * What lies over the bench: sheets that the clerk opened, questions that the sale asks, and the wait for its result.
 */
export function OverBench({
  till,
  state,
  registerId,
  due,
  sheets,
  signing,
  typedCode,
  take,
  onPick,
  onConfirm,
  onSettle,
}: OverBenchProps) {
  const { camera, code, amount, goods, favourites, confirm, held, lost, deferred, noneLeft } = sheets
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
        isSigning={deferred.isOpen}
        isWithoutPhone={signing.isWithoutPhone}
        onConfirm={onSettle}
        onClose={confirm.close}
        onSigned={deferred.close}
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
        <Processing
          phase={phase}
          onAsk={() => void till.askNow()}
          onWithdraw={() => till.withdraw()}
          onSign={signing.sign}
        />
      )}
    </>
  )
}
