import { Card } from '@shirogane/ui/layout/Card'
import { LineChart } from '@shirogane/ui/data/LineChart'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { yenText } from '../../../shared/money/money.ts'
import { useHidden } from '../../../shared/device/privacy.ts'
import { affiliatorStatsQuery } from './queries.ts'
import { text } from './text.ts'
import styles from './affiliator.module.css'

const monthsDrawn = 6

/** Half a year of rewards as a line, and a whole one as a table. */
export function MonthlyRewards() {
  const stats = useQuery(affiliatorStatsQuery())
  const isHidden = useHidden()
  if (stats.data === undefined) return <Skeleton height={240} />
  // A reader who hides amounts hides them in every form.
  if (isHidden) return null
  const { months } = stats.data
  const drawn = months.slice(-monthsDrawn)
  const peak = drawn.reduce((most, month) => (month.rewards > most.rewards ? month : most), drawn[0]!)
  const last = drawn.at(-1)!
  const sentence =
    peak.rewards > 0
      ? text.chart(
          monthsDrawn,
          text.peakOf(text.monthOf(peak.month), yenText(peak.rewards)),
          yenText(last.rewards),
        )
      : text.chartEmpty(monthsDrawn)
  return (
    <Card padded>
      <h2 className={styles.title}>{text.chartTitle}</h2>
      <LineChart
        label={sentence}
        points={drawn.map(({ month, rewards }) => ({
          key: month,
          label: text.shortMonth(month),
          value: rewards,
        }))}
      />
      <details className={styles.details}>
        <summary className={styles.summary}>{text.asTable}</summary>
        <table className={styles.table}>
          <caption className="visuallyHidden">{text.chartTable}</caption>
          <thead>
            <tr>
              <th scope="col">{text.columns.month}</th>
              <th scope="col">{text.columns.invited}</th>
              <th scope="col">{text.columns.sales}</th>
              <th scope="col">{text.columns.rewards}</th>
            </tr>
          </thead>
          <tbody className="figures">
            {months.toReversed().map(({ month, affiliates, sales, refunds, rewards }) => (
              <tr key={month}>
                <th scope="row">{text.monthOf(month)}</th>
                <td>{text.people(affiliates)}</td>
                <td>{yenText(sales - refunds)}</td>
                <td>{yenText(rewards)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Card>
  )
}
