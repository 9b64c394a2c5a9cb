import type { ParkedSale } from '@shirogane/contract/resources/sales/parked'
import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { Amount } from '@shirogane/ui/data/Amount'
import { Button } from '@shirogane/ui/actions/Button'
import { Checkbox } from '@shirogane/ui/inputs/Checkbox'
import { Chip } from '@shirogane/ui/data/Chip'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { Pending, Skeleton } from '@shirogane/ui/states/Skeleton'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState, useSyncExternalStore } from 'react'
import { call, messageOf } from '../../../shell/api/api.ts'
import { refetch } from '../../../shell/queries/queries.ts'
import { clockTime, listTime } from '../../../shared/dates/dates.ts'
import { parkedQuery } from '../../shared/queries.ts'
import { heldNameOf } from './held-text.ts'
import { isHereAlone, totalOfHeld } from './held.ts'
import type { Held } from './held.ts'
import { text } from '../text.ts'
import type { SaleMachine } from '../machine/sale-machine.ts'
import type { SaleState } from '../machine/sale-state.ts'
import styles from '../sheets.module.css'

type HeldSheetProps = {
  machine: SaleMachine
  state: SaleState
  registerId: string
  isOnline: boolean
  onClose: () => void
}

/** Puts the open cart aside under a name, and takes back those that wait, from every register of the store. */
export function HeldSheet({ machine, state, registerId, isOnline, onClose }: HeldSheetProps) {
  const formId = useId()
  const name = useRef<HTMLInputElement>(null)
  const toast = useToast()
  const held = useSyncExternalStore(machine.held.subscribe, machine.held.list)
  // Another register may have taken one back a moment ago.
  const parked = useQuery({ ...parkedQuery(), enabled: isOnline, refetchOnMount: 'always' })
  const hasCart = state.lines.length > 0
  // What was read belongs to the cart in hand, and is waited for.
  const isLooking = state.is_scanning || state.looking.length > 0
  const [openedAt] = useState(() => Date.now())
  const member = state.member?.customer.name
  const suggested = state.parked?.name ?? (member === undefined ? clockTime(openedAt) : heldNameOf(member))
  const [typed, setTyped] = useState(suggested)
  const [deleting, setDeleting] = useState<ParkedSale | Held | null>(null)
  const [keepsArticles, setKeepsArticles] = useState(false)

  const refresh = () => refetch('transactions.searchSaved')
  const hold = () => {
    const kept = typed.trim() === '' ? suggested : typed.trim()
    if (!machine.hold(kept, keepsArticles)) return
    toast({ message: text.held(kept) })
    onClose()
  }

  const takeBack = async (one: ParkedSale) => {
    if (hasCart && !machine.hold(suggested)) return
    const reply = await machine.resume({ id: one.id, name: one.name, version: one.version })
    refresh()
    if (reply === null) return
    if (reply.kind === 'answer') onClose()
    else
      toast({ message: reply.kind === 'lost' ? text.lostConnection : reply.refusal.message, kind: 'error' })
  }

  const remove = async (one: ParkedSale | Held) => {
    setDeleting(null)
    if (!('status' in one)) {
      machine.discardHeld(one.id)
      return
    }
    try {
      await call('transactions.updateParked', {
        params: { id: one.id },
        body: { register_id: registerId, version: one.version, status: 'discarded' },
      })
    } catch (error) {
      toast({ message: messageOf(error), kind: 'error' })
    }
    refresh()
  }

  const items = parked.data?.items ?? []
  return (
    <Sheet isOpen onClose={onClose} title={text.heldTitle} {...(hasCart && { initialFocus: name })}>
      <div className={styles.form}>
        {hasCart && (
          <form
            id={formId}
            className={styles.form}
            onSubmit={(event) => {
              event.preventDefault()
              hold()
            }}
          >
            <Field label={text.holdName} helper={text.holdNameHelper}>
              <TextInput
                ref={name}
                size="s"
                value={typed}
                maxLength={30}
                onChange={(event) => setTyped(event.target.value)}
                onFocus={(event) => event.currentTarget.select()}
              />
            </Field>
            {state.parked === null && (
              <Checkbox checked={keepsArticles} onChange={(event) => setKeepsArticles(event.target.checked)}>
                {text.keepArticles}
              </Checkbox>
            )}
            <Button type="submit" block disabled={isLooking}>
              {state.is_scanning ? text.memberLoading : isLooking ? text.articleLoading : text.holdNow}
            </Button>
            {items.length > 0 && <p className={styles.note}>{text.heldSwap}</p>}
          </form>
        )}
        {!isOnline && <p className={styles.note}>{text.heldOffline}</p>}
        {held.length > 0 && (
          <ul className={styles.list} aria-label={text.heldWaiting}>
            {held.map((one) => (
              <li key={one.id} className={styles.held}>
                <span className={styles.heldName}>{one.name}</span>
                <Amount value={totalOfHeld(one)} unit="¥" size="row" />
                <span className={styles.heldMeta}>
                  <Chip small tone={one.refused === null ? 'neutral' : 'warn'}>
                    {one.refused ?? text.heldWaiting}
                  </Chip>{' '}
                  {listTime(one.at)}
                </span>
                {isHereAlone(one) && (
                  <span className={styles.heldActs}>
                    {/* One that was taken back from the server is thrown away there as well. */}
                    {(one.refused !== null || one.parked === null) && (
                      <Button size="s" variant="secondary" onClick={() => setDeleting(one)}>
                        {text.heldDelete}
                      </Button>
                    )}
                    <Button
                      size="s"
                      disabled={hasCart || isLooking}
                      onClick={() => {
                        machine.takeBack(one.id)
                        onClose()
                      }}
                    >
                      {text.heldCallBack}
                    </Button>
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
        {isOnline && parked.isError && parked.data === undefined ? (
          <ErrorPanel title={text.heldFailed} onRetry={() => parked.refetch()} />
        ) : (
          <Pending isPending={isOnline && parked.isPending} skeleton={<Skeleton height={180} />}>
            {() =>
              items.length === 0 && held.length === 0 ? (
                <EmptyState title={text.heldEmpty}>{text.heldEmptyNote}</EmptyState>
              ) : (
                <ul className={styles.list} aria-label={text.heldList}>
                  {items.map((one) => (
                    <ParkedRow
                      key={one.id}
                      one={one}
                      isMine={one.register.id === registerId}
                      isBusy={isLooking}
                      onTakeBack={() => void takeBack(one)}
                      onDelete={() => setDeleting(one)}
                    />
                  ))}
                </ul>
              )
            }
          </Pending>
        )}
      </div>
      <AlertDialog
        isOpen={deleting !== null}
        title={text.heldDeleteQuestion}
        confirmLabel={text.heldDeleteYes}
        destructive
        onConfirm={() => {
          if (deleting !== null) void remove(deleting)
        }}
        onCancel={() => setDeleting(null)}
      >
        {text.heldDeleteNote(deleting?.name ?? '')}
      </AlertDialog>
    </Sheet>
  )
}

function ParkedRow({
  one,
  isMine,
  isBusy,
  onTakeBack,
  onDelete,
}: {
  one: ParkedSale
  isMine: boolean
  isBusy: boolean
  onTakeBack: () => void
  onDelete: () => void
}) {
  const isElsewhere = one.held_until !== null && !isMine
  return (
    <li className={styles.held}>
      <span className={styles.heldName}>{one.name}</span>
      <Amount value={one.total} unit="¥" size="row" />
      <span className={styles.heldMeta}>
        {one.customer !== null && `${text.heldMember(one.customer.name)}　`}
        {listTime(one.parked_at)}　{one.employee}　{text.heldUntil(listTime(one.expires_at))}
      </span>
      <span className={styles.heldArticles}>
        {one.items.map(({ name, quantity }) => `${name} ×${quantity}`).join('、')}
      </span>
      {one.keeps_goods && (
        <span className={styles.heldMeta}>
          <Chip small tone="accent">
            {text.articlesKept}
          </Chip>
        </span>
      )}
      {isElsewhere && (
        <span className={styles.heldMeta}>
          <Chip small tone="warn">
            {text.heldElsewhere(one.register.number)}
          </Chip>
        </span>
      )}
      <span className={styles.heldActs}>
        <Button size="s" variant="secondary" disabled={isBusy || isElsewhere} onClick={onDelete}>
          {text.heldDelete}
        </Button>
        <Button size="s" disabled={isBusy || isElsewhere} onClick={onTakeBack}>
          {text.heldCallBack}
        </Button>
      </span>
    </li>
  )
}
