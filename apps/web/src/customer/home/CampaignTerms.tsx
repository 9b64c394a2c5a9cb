import type { Campaign } from '@shirogane/contract/resources/members/campaigns'
import { Button } from '@shirogane/ui/actions/Button'
import { iconCheck } from '@shirogane/ui/icons/icons'
import { Chip } from '@shirogane/ui/data/Chip'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call, messageOf } from '../../shell/api/api.ts'
import { dateInTokyo, shortDate } from '../../shared/dates/dates.ts'
import { percentText, timesText } from '../../shared/figures/figures.ts'
import { pointsText, yenText } from '../../shared/money/money.ts'
import { campaignsQuery } from '../../shell/queries/queries.ts'
import { sheetsText } from './sheets-text.ts'
import styles from './BannerSheet.module.css'

function givesText({ kind, rate_bp, factor_bp, points }: Campaign): string {
  if (kind === 'rate_add') return sheetsText.campaignRate(percentText(rate_bp ?? 0))
  if (kind === 'multiplier') return sheetsText.campaignTimes(timesText(factor_bp ?? 0))
  return sheetsText.campaignPoints(pointsText(points ?? 0))
}

/** The terms beside the claim, and the entry. A campaign that is over or paused has neither. */
export function CampaignTerms({ id }: { id: string }) {
  const client = useQueryClient()
  const toast = useToast()
  const query = useQuery(campaignsQuery())
  const campaign = query.data?.items.find((item) => item.id === id)
  if (campaign === undefined) return null

  async function enter(): Promise<void> {
    try {
      const entered = await call('campaigns.enter', { params: { id } })
      client.setQueryData(campaignsQuery().queryKey, (before) => ({
        items: (before?.items ?? []).map((item) => (item.id === id ? entered : item)),
      }))
      toast({ message: sheetsText.enteredToast, kind: 'ok' })
    } catch (error) {
      toast({ message: messageOf(error), kind: 'error', duration: 5_000 })
    }
  }
  const { starts_at, ends_at, payment_min, stores, levels, member_max, points_days, points_received } =
    campaign
  const facts: [string, ReactNode][] = [
    [
      sheetsText.campaignPeriod,
      sheetsText.campaignPeriodOf(
        shortDate(dateInTokyo(starts_at)),
        shortDate(dateInTokyo(Date.parse(ends_at) - 1)),
      ),
    ],
    [sheetsText.campaignGives, givesText(campaign)],
    ...(payment_min > 1
      ? [[sheetsText.campaignFrom, sheetsText.campaignFromYen(yenText(payment_min))] as [string, string]]
      : []),
    ...(stores === null ? [] : [[sheetsText.campaignStores, stores.join('、')] as [string, string]]),
    ...(levels === null ? [] : [[sheetsText.campaignLevels, levels.join('、')] as [string, string]]),
    ...(member_max === null
      ? []
      : [[sheetsText.campaignMax, sheetsText.campaignMaxEach(pointsText(member_max))] as [string, string]]),
    ...(points_days === null
      ? []
      : [[sheetsText.campaignExpiry, sheetsText.campaignDays(points_days)] as [string, string]]),
    ...(points_received > 0
      ? [[sheetsText.campaignReceived, pointsText(points_received)] as [string, string]]
      : []),
  ]
  return (
    <section className={styles.terms}>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.small}>{sheetsText.campaignCap}</p>
      {campaign.needs_entry &&
        (campaign.entered ? (
          <Chip tone="ok" icon={iconCheck}>
            {sheetsText.entered}
          </Chip>
        ) : (
          <Button block onClick={enter}>
            {sheetsText.enter}
          </Button>
        ))}
    </section>
  )
}
