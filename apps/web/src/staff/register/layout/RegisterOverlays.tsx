import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { Button } from '@shirogane/ui/actions/Button'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { Suspense, type RefObject } from 'react'
import { lazyPart } from '../../../shell/navigation/chunks.ts'
import { AmountSheet } from '../tender/AmountSheet.tsx'
import { CashCheckSheet } from '../../shared/cash/CashCheckSheet.tsx'
import type { Article } from '../cart/cart.ts'
import { Favourites } from '../cart/Favourites.tsx'
import { HeldSheet } from '../parked/HeldSheet.tsx'
import { LineSheets } from '../cart/LineSheets.tsx'
import { PaySteps } from '../tender/PaySteps.tsx'
import { Processing } from '../complete/Processing.tsx'
import { ReadSheet } from '../scan/ReadSheet.tsx'
import { tendersOf } from '../tender/tenders.ts'
import { text } from '../text.ts'
import type { SaleMachine } from '../machine/sale-machine.ts'
import type { SaleState } from '../machine/sale-state.ts'
import type { RegisterSheets } from './use-register-sheets.ts'
import type { CodeResult } from '../scan/use-code.ts'
import type { Due } from '../tender/use-due.ts'
import type { useSigning } from '../complete/use-signing.ts'
import { VerifySheet } from '../scan/VerifySheet.tsx'
import { VisitSheet } from '../member/VisitSheet.tsx'

const FavouritesSheet = lazyPart(() => import('../cart/FavouritesSheet.tsx'), 'FavouritesSheet')
const LostSheet = lazyPart(() => import('../lost/LostSheet.tsx'), 'LostSheet')

type RegisterOverlaysProps = {
  machine: SaleMachine
  state: SaleState
  registerId: string
  due: Due
  sheets: RegisterSheets
  signing: ReturnType<typeof useSigning>
  /** What was typed of a code before the sheet for it was there. */
  typedCode: RefObject<string>
  take: (code: string) => Promise<CodeResult>
  onPick: (sku: Article) => void
  onConfirm: () => void
  onComplete: () => void
}

/**
 * What lies over the register: sheets that the clerk opened, questions that the sale asks, and the wait for its result.
 */
export function RegisterOverlays({
  machine,
  state,
  registerId,
  due,
  sheets,
  signing,
  typedCode,
  take,
  onPick,
  onConfirm,
  onComplete,
}: RegisterOverlaysProps) {
  const { camera, code, amount, articles, favourites, confirm, held, lost, deferred, noneLeft } = sheets
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
        onAdd={(name, unit_price, quantity, rate) => machine.addAmount(name, unit_price, quantity, rate)}
      />
      <Sheet isOpen={articles.isOpen} onClose={articles.close} title={text.favourites} wide>
        <Favourites
          onPick={(sku) => {
            onPick(sku)
            articles.close()
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
          machine={machine}
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
        machine={machine}
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
        machine={machine}
        state={state}
        bill={bill}
        ceiling={ceiling}
        isOpen={sheets.isConfirmShown}
        cutOff={due.reason}
        isSigning={deferred.isOpen}
        isWithoutPhone={signing.isWithoutPhone}
        onConfirm={onComplete}
        onClose={confirm.close}
        onSigned={deferred.close}
        commands={sheets.commands}
      />
      {notice?.kind === 'unverified' && (
        <VerifySheet token={notice.token} onClose={() => machine.say(null)} />
      )}
      {sheets.needsCashCheck && (
        <CashCheckSheet
          what="sale"
          transactionId={state.transaction_id}
          amount={tendersOf(totals.total, entered).tenders?.cash ?? 0}
          name={member?.customer.name ?? null}
          onClose={() => machine.say(null)}
          onDone={onConfirm}
        />
      )}
      {notice?.kind === 'kyc_visit' && <VisitSheet token={notice.token} onClose={() => machine.say(null)} />}
      {noneLeft.dialog}
      <AlertDialog
        isOpen={sheets.isClearing}
        title={text.clearQuestion}
        confirmLabel={text.clearYes}
        destructive
        onConfirm={() => {
          sheets.askToClear(false)
          machine.clear()
        }}
        onCancel={() => sheets.askToClear(false)}
      >
        {text.clearNote}
      </AlertDialog>
      {(phase.name === 'completing' || phase.name === 'recovering') && (
        <Processing
          phase={phase}
          onAsk={() => machine.askNow()}
          onWithdraw={() => machine.withdraw()}
          onSign={signing.sign}
        />
      )}
    </>
  )
}
