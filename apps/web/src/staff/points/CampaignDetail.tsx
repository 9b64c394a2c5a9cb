import type { AdminCampaignDetail } from '@shirogane/contract/resources/members/campaigns'
import { Button } from '@shirogane/ui/actions/Button'
import { Chip } from '@shirogane/ui/data/Chip'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { Progress } from '@shirogane/ui/data/Progress'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, messageOf } from '../../shell/api/api.ts'
import { pointsText, yenText } from '../../shared/money/money.ts'
import { refetch } from '../../shell/queries/queries.ts'
import { DetailPane } from '../shared/lists/Panes.tsx'
import { CampaignForm } from './CampaignForm.tsx'
import { Changes } from '../shared/forms/Changes.tsx'
import { campaignQuery } from './queries.ts'
import { givesText, periodText } from './show.ts'
import { text } from './text.ts'
import panes from '../shared/lists/panes.module.css'
import styles from './points.module.css'

export const stateTones = { planned: 'accent', running: 'ok', paused: 'warn', ended: 'neutral' } as const

type Stores = readonly { id: string; name: string }[]
type Props = { id: string; stores: Stores; mayChange: boolean; onClose: () => void }

export function CampaignDetail({ id, stores, mayChange, onClose }: Props) {
  const query = useQuery(campaignQuery(id))
  return (
    <DetailPane label={text.title} query={query} onClose={onClose}>
      {(data) => <Terms key={data.id} campaign={data} stores={stores} mayChange={mayChange} />}
    </DetailPane>
  )
}

function Terms({
  campaign,
  stores,
  mayChange,
}: {
  campaign: AdminCampaignDetail
  stores: Stores
  mayChange: boolean
}) {
  const client = useQueryClient()
  const toast = useToast()
  const [isEditing, setEditing] = useState(false)
  const applyCampaign = (next: AdminCampaignDetail) => {
    client.setQueryData(campaignQuery(campaign.id).queryKey, next)
    refetch('admin.campaigns')
    setEditing(false)
    toast({ message: text.saved, kind: 'ok' })
  }
  async function pause(paused: boolean): Promise<void> {
    try {
      applyCampaign(await call('admin.updateCampaign', { params: { id: campaign.id }, body: { paused } }))
    } catch (error) {
      toast({ message: messageOf(error), kind: 'error', duration: 5_000 })
    }
  }
  if (isEditing) {
    return (
      <CampaignForm
        campaign={campaign}
        stores={stores}
        onDone={applyCampaign}
        onCancel={() => setEditing(false)}
      />
    )
  }
  const { budget, given, member_max, state } = campaign
  return (
    <>
      <header className={panes.detailHead}>
        <Chip tone={stateTones[state]}>{text.states[state]}</Chip>
        <span className="figures">{periodText(campaign)}</span>
      </header>
      <h3 className={panes.name}>{campaign.name}</h3>
      {campaign.description !== '' && <p className={styles.words}>{campaign.description}</p>}
      {campaign.exceeds_premium && (
        <InfoStrip icon={iconWarn} tone="warn" title={text.exceeds} text={text.exceedsLine} />
      )}
      <section className={styles.budget}>
        <h4 className={panes.historyTitle}>{text.budgetUsed}</h4>
        {budget === null ? (
          <p>
            {pointsText(given)}
            <small>（{text.noBudget}）</small>
          </p>
        ) : (
          <>
            <p className="figures">{text.budgetLine(pointsText(given), pointsText(budget))}</p>
            <Progress percent={(given * 100) / budget} label={text.budgetUsed} />
          </>
        )}
      </section>
      <dl className={panes.facts}>
        <dt>{text.columns.gives}</dt>
        <dd>
          {text.kinds[campaign.kind]} {givesText(campaign)}
        </dd>
        <dt>{text.payments}</dt>
        <dd>{text.paymentsCount(campaign.payments)}</dd>
        <dt>{text.members}</dt>
        <dd>{text.membersCount(campaign.members)}</dd>
        <dt>{text.entries}</dt>
        <dd>{campaign.needs_entry ? text.membersCount(campaign.entries) : text.noEntry}</dd>
        <dt>{text.fields['payment_min']}</dt>
        <dd>{yenText(campaign.payment_min)}〜</dd>
        <dt>{text.fields['member_max']}</dt>
        <dd>{member_max === null ? text.noLimit : pointsText(member_max)}</dd>
        <dt>{text.fields['store_ids']}</dt>
        <dd>
          {campaign.store_ids === null
            ? text.allStores
            : stores
                .filter(({ id }) => campaign.store_ids?.includes(id))
                .map(({ name }) => name)
                .join('、')}
        </dd>
        <dt>{text.fields['points_days']}</dt>
        <dd>{campaign.points_days === null ? text.regular : `${campaign.points_days}${text.daysUnit}`}</dd>
        <dt>{text.fields['stackable']}</dt>
        <dd>{campaign.stackable ? text.yes : text.no}</dd>
      </dl>
      {mayChange && state !== 'ended' && (
        <div className={panes.buttons}>
          <Button variant="secondary" onClick={() => pause(state !== 'paused')}>
            {state === 'paused' ? text.resume : text.pause}
          </Button>
          <Button onClick={() => setEditing(true)}>{text.edit}</Button>
        </div>
      )}
      <Changes changes={campaign.changes} names={text.fields} />
    </>
  )
}
