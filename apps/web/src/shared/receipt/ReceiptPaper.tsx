import { grouped } from '@shirogane/contract/rules/digits'
import type { ReceiptContent } from '@shirogane/contract/resources/sales/receipts'
import {
  barsOf,
  chargeNote,
  dueWord,
  isComing,
  isPaidIn,
  openDay,
  openDayWord,
  owedWord,
  percent,
  quietModules,
  receiptDay,
  receiptSubtitles,
  receiptTime,
  receiptTitles,
  receiptWords,
  reducedNote,
  returnTerms,
  taxWords,
  tenderWord,
  totalWord,
  yenMark,
} from '@shirogane/receipt/words'
import { paperWords } from '@shirogane/receipt/paper-words'
import { Seal } from '@shirogane/ui/icons/Seal'
import Code128 from 'jsbarcode/src/barcodes/CODE128/CODE128_AUTO.js'
import type { ReactNode } from 'react'
import styles from './receipt.module.css'

const reducedRate = 800
type ReceiptPaperProps = {
  content: ReceiptContent
  isVoided: boolean
  hasFormal: boolean
  /** That it is issued again, on a paper that was given out before. */
  mark?: string | null
}

/** The roll of the register, in the same words as the file. */
export function ReceiptPaper({ content, isVoided, hasFormal, mark = null }: ReceiptPaperProps) {
  const { issuer, original, reason } = content
  const register = [
    content.register_number === null ? null : paperWords.register(content.register_number),
    content.employee_number === null ? null : paperWords.staff(content.employee_number),
  ].filter((part) => part !== null)
  const subtitle = receiptSubtitles[content.kind]
  const day = openDay(content)
  return (
    <article className={styles.roll} aria-label={`${receiptTitles[content.kind]} ${content.number}`}>
      <header className={styles.head}>
        <Seal size={28} />
        <p className={styles.shop}>
          {issuer.brand} {issuer.store_name}
        </p>
        <p>
          {paperWords.postcode(issuer.postcode)} {issuer.address}
        </p>
        <p>{paperWords.phone(issuer.phone)}</p>
        <p>{issuer.company}</p>
        <p>{paperWords.registration(issuer.registration_no)}</p>
        <p className={styles.title}>{receiptTitles[content.kind]}</p>
        {subtitle !== null && <p>（{subtitle}）</p>}
        {isVoided && <p className={styles.mark}>{paperWords.voided}</p>}
        {hasFormal && <p className={styles.mark}>{paperWords.hasFormal}</p>}
        {mark !== null && <p className={styles.mark}>{mark}</p>}
      </header>

      <div className={styles.part}>
        <dl>
          <Pair label={receiptWords.dates[content.kind]}>{receiptTime(content.at)}</Pair>
          {day !== null && <Pair label={openDayWord}>{day}</Pair>}
        </dl>
        {register.length > 0 && <p>{register.join(' / ')}</p>}
        <dl>
          <Pair label={paperWords.number}>{content.number}</Pair>
          {original !== null && (
            <>
              <Pair label={paperWords.originalDate}>{receiptTime(original.at)}</Pair>
              <Pair label={paperWords.originalNumber}>{original.number}</Pair>
            </>
          )}
          {reason !== null && <Pair label={paperWords.reason}>{reason}</Pair>}
        </dl>
      </div>

      <Lines content={content} />
      <Sums content={content} />
      <Tenders content={content} />
      <Member content={content} />

      {content.return_days !== undefined && <p className={styles.part}>{returnTerms(content.return_days)}</p>}

      <footer className={styles.foot}>
        <Bars number={content.number} />
        <p>{content.number}</p>
        <p className={styles.thanks}>{paperWords.thanks}</p>
      </footer>
    </article>
  )
}

const signOf = (kind: ReceiptContent['kind']): 1 | -1 => (isComing(kind) ? 1 : -1)

function Lines({ content: { kind, lines } }: { content: ReceiptContent }) {
  return (
    <ul className={styles.part}>
      {lines.map((line, index) => (
        // Lines of a document never move, and the same article may stand on two of them.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index}>
          <p>
            {line.tax_rate === reducedRate && '※'}
            {line.name}
          </p>
          <p className={styles.line}>
            <span>
              {kind === 'sale'
                ? paperWords.pieces(grouped(line.quantity), yenMark(line.unit_price))
                : isPaidIn(kind)
                  ? receiptWords.paid[kind]
                  : line.amount_only
                    ? paperWords.amountOnly
                    : paperWords.piecesAlone(grouped(line.quantity))}
            </span>
            <span>
              {yenMark(kind === 'sale' ? line.unit_price * line.quantity : signOf(kind) * line.subtotal)}
            </span>
          </p>
        </li>
      ))}
    </ul>
  )
}

function Sums({ content }: { content: ReceiptContent }) {
  const sign = signOf(content.kind)
  return (
    <div className={styles.part}>
      <dl>
        {!isPaidIn(content.kind) && (
          <Pair label={paperWords.subtotal}>{yenMark(sign * content.subtotal)}</Pair>
        )}
        {content.discount > 0 && <Pair label={paperWords.discount}>{yenMark(-sign * content.discount)}</Pair>}
        {content.points_as === 'discount' && content.points > 0 && (
          <Pair label={paperWords.pointDiscount}>{yenMark(-sign * content.points)}</Pair>
        )}
        <div className={styles.total}>
          <dt>{totalWord(content)}</dt>
          <dd>{yenMark(sign * content.total)}</dd>
        </div>
      </dl>
      {content.tax.map(({ rate, taxable, tax }) => (
        <p key={rate} className={styles.tax}>
          {taxWords(rate, sign * taxable, sign * tax)}
        </p>
      ))}
      {content.lines.some(({ tax_rate }) => tax_rate === reducedRate) && <p>{reducedNote}</p>}
      {content.kind === 'charge' && <p>{chargeNote}</p>}
    </div>
  )
}

function Tenders({ content }: { content: ReceiptContent }) {
  return (
    <dl className={styles.part}>
      {content.tenders.map(({ kind, amount }) => (
        <Pair key={kind} label={tenderWord(content.kind, kind)}>
          {yenMark(amount)}
        </Pair>
      ))}
      {content.due_on !== undefined && <Pair label={dueWord}>{receiptDay(content.due_on)}</Pair>}
      {content.owed_after !== undefined && (
        <Pair label={owedWord(content.kind)}>{yenMark(content.owed_after)}</Pair>
      )}
      {content.points_deducted > 0 && (
        <Pair label={paperWords.deducted}>{yenMark(-content.points_deducted)}</Pair>
      )}
      {content.cash_tendered !== null && (
        <>
          <Pair label={paperWords.tendered}>{yenMark(content.cash_tendered)}</Pair>
          <Pair label={paperWords.change}>{yenMark(content.change ?? 0)}</Pair>
        </>
      )}
    </dl>
  )
}

function Member({ content: { kind, member } }: { content: ReceiptContent }) {
  if (member === null) return null
  const isSale = kind === 'sale'
  const earned =
    member.level_name === null
      ? paperWords.earned
      : paperWords.earnedAt(member.level_name, percent(member.point_rate))
  return (
    <div className={styles.part}>
      <p>{paperWords.member(member.name)}</p>
      <dl>
        {member.points_used > 0 && (
          <Pair label={isSale ? paperWords.usedPoints : paperWords.returnedPoints}>
            {grouped(member.points_used)}pt
          </Pair>
        )}
        {kind !== 'charge' && (
          <Pair label={isSale ? earned : kind === 'collection' ? paperWords.earned : paperWords.reclaimed}>
            {grouped(member.points_earned)}pt
          </Pair>
        )}
        {member.point_balance !== null && (
          <Pair label={paperWords.pointBalance}>{grouped(member.point_balance)}pt</Pair>
        )}
        {member.balance !== null && <Pair label={paperWords.balance}>{yenMark(member.balance)}</Pair>}
      </dl>
    </div>
  )
}

function Bars({ number }: { number: string }) {
  const modules = new Code128(number, {}).encode().data
  const width = modules.length + 2 * quietModules
  const path = barsOf(modules)
    .map((bar) => `M${String(quietModules + bar.at)} 0h${String(bar.width)}v1h-${String(bar.width)}z`)
    .join('')
  return (
    <svg
      className={styles.bars}
      viewBox={`0 0 ${String(width)} 1`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}

function Pair({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.line}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
