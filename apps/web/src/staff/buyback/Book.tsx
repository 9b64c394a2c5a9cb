import {
  documentNames,
  gradeNames,
  kindNames,
  methodNames,
  paymentNames,
  wayNames,
} from '@shirogane/contract/terms/buyback-words'
import { createPortal } from 'react-dom'
import type { Output } from '../../shell/api/api.ts'
import { detailDate, detailTime, longDate } from '../../shared/dates/dates.ts'
import { yenText } from '../../shared/money/money.ts'
import { text } from './text.ts'
import styles from './book.module.css'

export const photosKey = (id: string, line: number) => `${id} ${String(line)}`

/**
 * The ledger of second-hand articles on A4, a row for each piece, with everything that the law asks to be written down.
 */
export function Book({
  book: { from, until, items },
  photos,
}: {
  book: Output<'admin.buybackBook'>
  /** The pictures of a piece, by `photosKey`. */
  photos: ReadonlyMap<string, readonly string[]>
}) {
  const { bookColumns: columns } = text
  const stores = [...new Set(items.map(({ store }) => store))].join('・')
  return createPortal(
    <div className={styles.printed}>
      <h1 className={styles.title}>{text.title}</h1>
      <p className={styles.lead}>
        <span>{stores}</span>
        <span>{text.period(longDate(from), longDate(until))}</span>
      </p>
      <table className={styles.table}>
        <thead>
          <tr>
            {Object.entries(columns).map(([key, name]) => (
              <th key={key} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.flatMap((entry) =>
            entry.items.map((item) => (
              <tr key={`${entry.id} ${String(item.line)}`}>
                <td>
                  {detailDate(entry.on)}
                  <br />
                  {entry.number}-{item.line}
                  <br />
                  {entry.employee}
                </td>
                <td>
                  {kindNames[item.kind]}
                  <br />
                  {item.name}
                  <br />
                  {text.pieces(item.quantity)}
                </td>
                <td>
                  {item.features}
                  {item.serial !== null && (
                    <>
                      <br />
                      {item.serial}
                    </>
                  )}
                  <br />
                  {gradeNames[item.grade]}
                  {photos.has(photosKey(entry.id, item.line)) && (
                    <span className={styles.photos}>
                      {photos.get(photosKey(entry.id, item.line))?.map((url) => (
                        <img key={url} src={url} alt="" />
                      ))}
                    </span>
                  )}
                </td>
                <td>
                  {item.fineness}‰
                  <br />
                  {text.grams(item.net_weight_mg)}
                </td>
                <td className={styles.figure}>
                  {entry.status === 'stopped' ? text.statuses.stopped : yenText(item.amount)}
                  {entry.status !== 'stopped' && (
                    <>
                      <br />
                      {paymentNames[entry.paid_by]}
                    </>
                  )}
                </td>
                <td>
                  {entry.seller.address}
                  <br />
                  {entry.seller.name}・{entry.seller.occupation}
                  <br />
                  {text.born(longDate(entry.seller.date_of_birth), text.age(entry.seller.age))}
                </td>
                <td>
                  {methodNames[entry.seller.method]}
                  <br />
                  {documentNames[entry.seller.document]}
                  {entry.seller.document_tail !== null && (
                    <>
                      <br />
                      {text.tailShown(entry.seller.document_tail)}
                    </>
                  )}
                </td>
                <td>
                  {item.disposed_on === null || item.way === null ? (
                    ''
                  ) : (
                    <>
                      {detailDate(item.disposed_on)}
                      <br />
                      {wayNames[item.way]} {item.disposed_to}
                      {item.sale !== null && (
                        <>
                          <br />
                          {item.sale.buyer !== null &&
                            `${item.sale.buyer.address}・${item.sale.buyer.occupation}・${text.age(item.sale.buyer.age)} `}
                          {item.sale.number} {yenText(item.sale.amount)}
                        </>
                      )}
                    </>
                  )}
                </td>
                <td>
                  {entry.reversal !== null && (
                    <b>{text.reversedNote(detailTime(entry.reversal.at), entry.reversal.reason)}</b>
                  )}
                  {entry.reversal !== null && entry.note !== null && <br />}
                  {entry.note}
                </td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </div>,
    document.body,
  )
}
