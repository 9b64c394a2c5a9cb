import type { BuybackPayment } from '@shirogane/contract/terms/buyback-words'
import type { BuybackBody, BuybackItemBody } from '@shirogane/contract/resources/brand/buybacks'
import { paymentNames } from '@shirogane/contract/terms/buyback-words'
import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { Button } from '@shirogane/ui/actions/Button'
import { Checkbox } from '@shirogane/ui/inputs/Checkbox'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { Segmented } from '@shirogane/ui/inputs/Segmented'
import { TextArea } from '@shirogane/ui/inputs/TextArea'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, messageOf, type Output } from '../../shell/api/api.ts'
import { useAct } from '../../shell/api/use-act.ts'
import { yenText } from '../../shared/money/money.ts'
import { refetch } from '../../shell/queries/queries.ts'
import { useRegisterChoice } from '../shared/device/device.ts'
import { IdentityFields, isComplete, noIdentity, tailOf } from '../shared/people/IdentityFields.tsx'
import { staffQuery } from '../shared/queries.ts'
import { BankFields, bankOf, noBank } from './BankFields.tsx'
import { itemOf, newPiece, type Piece } from './piece.ts'
import { PieceFields } from './PieceFields.tsx'
import { quoteQuery } from './queries.ts'
import { SignaturePad, type Strokes } from './Signature.tsx'
import { text } from './text.ts'
import styles from './buyback.module.css'

type Member = Output<'admin.buybackMember'>
const payments = Object.keys(paymentNames) as BuybackPayment[]

/** The desk: who sells, what it is and weighs, what it is worth, how it is paid, and the seller's hand under it. */
export function Desk({ onBack, onDone }: { onBack: () => void; onDone: (id: string) => void }) {
  const toast = useToast()
  const registers = useQuery(staffQuery()).data?.store?.registers ?? []
  const register = useRegisterChoice(registers)
  const { send: sendAct, problem: error } = useAct('admin.createBuyback')
  const [identity, setIdentity] = useState(noIdentity)
  const [member, setMember] = useState<Member | null>(null)
  const [pieces, setPieces] = useState<Piece[]>(() => [newPiece()])
  const [paidBy, setPaidBy] = useState<BuybackPayment>('cash')
  const [bank, setBank] = useState(noBank)
  const [note, setNote] = useState('')
  const [seenAlike, setSeenAlike] = useState(false)
  const [strokes, setStrokes] = useState<Strokes>([])
  const [suspects, setSuspects] = useState(false)

  const items = pieces.map(itemOf)
  const whole = items.every((item): item is BuybackItemBody => item !== null) ? items : null
  const quote = useQuery({ ...quoteQuery(whole ?? []), enabled: whole !== null })
  const worth = whole === null ? undefined : quote.data
  const lookalikes = worth?.lookalikes ?? []
  const account = paidBy === 'bank' ? bankOf(bank) : null
  const isReady =
    whole !== null &&
    worth !== undefined &&
    worth.amount > 0 &&
    isComplete(identity) &&
    strokes.some((stroke) => stroke.length >= 4) &&
    (paidBy !== 'bank' || account !== null) &&
    (lookalikes.length === 0 || seenAlike)

  const send = async (suspected: boolean) => {
    if (whole === null || worth === undefined) return
    const { purpose, seen: _, document_tail: __, ...seller } = identity
    const body: Omit<BuybackBody, 'id'> = {
      ...(register && { register_id: register.id }),
      user_id: member?.id ?? null,
      seller: { ...seller, document_tail: tailOf(identity) },
      purpose,
      seen: true,
      items: whole,
      amount: worth.amount,
      paid_by: paidBy,
      bank: account,
      signature: strokes,
      ...(seenAlike && { lookalikes_seen: true }),
      ...(suspected && { suspected: true }),
      ...(note.trim() !== '' && { note: note.trim() }),
    }
    const outcome = await sendAct({
      // What stands on this desk is one buyback, however often it is sent.
      wish: 'desk',
      send: (id) => call('admin.createBuyback', { body: { ...body, id }, idempotencyKey: id }),
    })
    if (outcome.is === 'failed') void quote.refetch()
    if (outcome.is !== 'done') return
    refetch('admin.buybacks')
    toast({ message: suspected ? text.stopped : text.done, kind: 'ok' })
    onDone(outcome.answer.id)
  }
  return (
    <div className={styles.desk}>
      <header className={`${styles.total} ${styles.wide}`}>
        <h2>{text.create}</h2>
        <Button size="s" variant="quiet" onClick={onBack}>
          {text.back}
        </Button>
      </header>
      <section className={styles.card}>
        <h3 className={styles.heading}>{text.seller}</h3>
        <MemberCode
          member={member}
          onForget={() => {
            setMember(null)
            if (paidBy === 'balance') setPaidBy('cash')
          }}
          onRead={(read) => {
            setMember(read)
            if (read.kyc_approved)
              setIdentity((now) => ({
                ...now,
                name: read.name ?? now.name,
                address: read.address ?? now.address,
                date_of_birth: read.date_of_birth ?? now.date_of_birth,
              }))
          }}
        />
        <IdentityFields value={identity} onChange={setIdentity} />
      </section>
      <section className={styles.card}>
        <h3 className={styles.heading}>{text.items}</h3>
        {pieces.map((piece, index) => (
          <PieceFields
            key={piece.key}
            title={text.item(index + 1)}
            piece={piece}
            worth={worth?.lines[index]}
            onChange={(next) => setPieces(pieces.map((one) => (one.key === piece.key ? next : one)))}
            onRemove={
              pieces.length > 1 ? () => setPieces(pieces.filter(({ key }) => key !== piece.key)) : null
            }
          />
        ))}
        <Button size="s" variant="secondary" onClick={() => setPieces([...pieces, newPiece()])}>
          {text.addItem}
        </Button>
        <p className={styles.total} aria-live="polite">
          <span>{text.quote}</span>
          <b>{worth === undefined ? '—' : yenText(worth.amount)}</b>
        </p>
        {worth !== undefined && <p className={styles.note}>{text.price(yenText(worth.price_per_g))}</p>}
        {quote.isError && (
          <InfoStrip role="alert" icon={iconWarn} tone="bad" title={messageOf(quote.error)} />
        )}
        {lookalikes.length > 0 && (
          <>
            <InfoStrip role="alert" icon={iconWarn} tone="warn" title={text.lookalikes} />
            <ul className={styles.list}>
              {lookalikes.map((one) => (
                <li key={`${one.line} ${one.buyback_id}`}>
                  {text.lookalikeLine(one.line, one.number, one.name)}（
                  {one.by === 'serial' ? text.bySerial : text.byShape}）
                </li>
              ))}
            </ul>
            <Checkbox checked={seenAlike} onChange={(event) => setSeenAlike(event.target.checked)}>
              {text.lookalikesSeen}
            </Checkbox>
          </>
        )}
      </section>
      <section className={styles.card}>
        <h3 className={styles.heading}>{text.payment}</h3>
        <Segmented<BuybackPayment>
          label={text.paidBy}
          options={payments
            .filter((value) => value !== 'balance' || member !== null)
            .map((value) => ({ value, label: paymentNames[value] }))}
          value={paidBy}
          onChange={setPaidBy}
        />
        {member === null && <p className={styles.note}>{text.balanceNeedsMember}</p>}
        {paidBy === 'bank' && <BankFields value={bank} onChange={setBank} />}
        <Field label={text.note}>
          <TextArea rows={2} maxLength={400} value={note} onChange={(event) => setNote(event.target.value)} />
        </Field>
      </section>
      <section className={styles.card}>
        <h3 className={styles.heading}>{text.signature}</h3>
        <SignaturePad value={strokes} onChange={setStrokes} />
        {error !== null && <InfoStrip role="alert" icon={iconWarn} tone="bad" title={error} />}
        {!isReady && <p className={styles.note}>{text.incomplete}</p>}
        <Button block disabled={!isReady} onClick={() => send(false)}>
          {worth === undefined ? text.agreeNotYet : text.agree(yenText(worth.amount))}
        </Button>
        <Button block variant="danger" disabled={!isReady} onClick={() => setSuspects(true)}>
          {text.suspect}
        </Button>
      </section>
      <AlertDialog
        isOpen={suspects}
        title={text.suspectTitle}
        confirmLabel={text.suspect}
        cancelLabel={text.cancel}
        destructive
        onCancel={() => setSuspects(false)}
        onConfirm={async () => {
          await send(true)
          setSuspects(false)
        }}
      >
        {text.suspectNote}
      </AlertDialog>
    </div>
  )
}

function MemberCode({
  member,
  onRead,
  onForget,
}: {
  member: Member | null
  onRead: (member: Member) => void
  onForget: () => void
}) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  if (member !== null)
    return (
      <div className={styles.pieceHead}>
        <span>{member.kyc_approved ? text.readDone(member.name ?? member.username) : text.notCopied}</span>
        <Button size="s" variant="quiet" onClick={onForget}>
          {text.forget}
        </Button>
      </div>
    )
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault()
        setError(null)
        try {
          onRead(await call('admin.buybackMember', { body: { token: code.trim() } }))
          setCode('')
        } catch (failure) {
          setError(messageOf(failure))
        }
      }}
    >
      <Field label={text.readCode} helper={text.codeHelp} {...(error !== null && { error })}>
        <div className={styles.row}>
          <TextInput
            value={code}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => setCode(event.target.value)}
          />
          <Button type="submit" variant="secondary" disabled={code.trim() === ''}>
            {text.read}
          </Button>
        </div>
      </Field>
    </form>
  )
}
