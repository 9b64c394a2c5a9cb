/**
 * SQL that asks whether a moment (`at`, a column) belongs to a business day (`date`, a parameter) of the shop `s`: as for a
 * movement, what comes after the close is of the next day, so that a closed day keeps what it had. The calendar days
 * around it stand in front, for an index.
 */
export const isOfShopDay = (at: string, date: string): string =>
  `${at} >= (${date}::date - 1)::timestamp at time zone 'Asia/Tokyo'
   and ${at} < (${date}::date + 2)::timestamp at time zone 'Asia/Tokyo'
   and greatest(ledger.business_date(${at}, s.day_start), coalesce((
     select max(d.business_date) + 1 from ledger.day_closes d where d.store_id = s.id and d.closed_at <= ${at}
       and (d.reopened_at is null or d.reopened_at > ${at})), '-infinity')) = ${date}::date`
