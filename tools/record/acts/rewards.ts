import { accountOf, addAccount, liftStops, proveAccount } from '@shirogane/testkit/acts/payout-methods'
import { answerOf, giveRewards, letBePaid, passCutoff, provePayout } from '@shirogane/testkit/acts/payouts'
import { approve, confirmRewards, invite, prove } from '@shirogane/testkit/acts/rewards'
import { inviteFriend } from '@shirogane/testkit/asks/affiliate-asks'
import { type Act, ask, keptOf, keyed, proveBy, recentOf, type Stage, registers } from '../act.ts'
import type { World } from '../world.ts'
import { sell } from './sales.ts'

const inviters = ['takasaki', 'kyoko', 'hanako'] as const

/** A member invites, looks at what came of it, and now and then leaves. */
async function invites({ world, draw }: Stage): Promise<void> {
  const member = await world.as(draw.pick(inviters))
  await member.call('affiliates.terms')
  await member.call('affiliates.become', { body: { user_id: member.user_id } })
  const shown = await ask<{ code?: string }>(member, 'affiliates.show')
  if (shown?.code !== undefined)
    await world.nobody.call('affiliates.card', { params: { username: shown.code } })
  await member.call('affiliates.stats')
  await member.call('affiliates.count')
  const friends = await ask<{ items: { id: string }[] }>(member, 'affiliates.list')
  const friend = friends?.items[0]
  if (friend) await member.call('affiliates.affiliateStats', { params: { id: friend.id } })
  if (draw.chance(0.3)) await member.call('affiliates.leave')
}

/** A friend of the cast has come by an invitation and buys, so that a reward is pending. */
async function earns(stage: Stage): Promise<void> {
  const { world, draw } = stage
  const [inviter, friend] = [await world.as('takasaki'), await world.as('yoko')]
  await invite(world, inviter, friend)
  const { id } = await inviteFriend(world, inviter.user_id)
  keptOf(stage, 'invitations').push(id)
  for (const most of [3_000, 9_000])
    await sell(stage, draw.pick(registers), 'yoko', draw.int(500, most), 'cash')
  await inviter.call('rewards.wallet')
}

async function claims({ world, draw }: Stage): Promise<void> {
  const member = await world.as(draw.chance(0.8) ? 'takasaki' : draw.pick(inviters))
  if (draw.chance(0.7)) await confirmRewards(world)
  if (draw.chance(0.7)) await approve(world, member)
  if (draw.chance(0.7)) await liftStops(world)
  await prove(world, member, 'reward')
  const method = draw.pick(['wallet', 'bank'] as const)
  if (draw.chance(0.3)) await member.call('rewards.changeMethod', { body: { method } })
  await prove(world, member, 'reward')
  const given = { params: { id: member.user_id }, ...keyed({ method }) }
  await member.call('rewards.claim', given)
  if (draw.chance(0.2)) await member.call('rewards.claim', given)
  await member.call('rewards.wallet')
}

/** A member has five accounts at most. */
async function makeRoom({ db }: World, userId: string): Promise<void> {
  await db.query(`update payout_methods set removed_at = now(), is_default = false where user_id = $1`, [
    userId,
  ])
}

/** Accounts come, are changed, become the main one, are stopped and go. */
async function accounts(stage: Stage): Promise<void> {
  const { world, draw } = stage
  const member = await world.as(draw.pick(inviters))
  await member.call('payoutMethods.branches', { query: { query: 'ほんてん', bank: '9999' } })
  if (draw.chance(0.7)) await makeRoom(world, member.user_id)
  const made = await addAccount(world, member, {
    account_type: draw.pick(['ordinary', 'current', 'savings']),
    ...(draw.chance(0.15) && { account_name_kana: 'ベツジン タロウ' }),
  })
  const params = { id: made.id }
  const data = await accountOf(world, member, { branch_code: '002' })
  await draw.pick([
    async () => {
      await proveAccount(world, member, made.data)
      await member.call('payoutMethods.makeDefault', { params })
    },
    async () => {
      await proveAccount(world, member, data)
      await member.call('payoutMethods.update', { params, body: { type: 'bank', data } })
    },
    async () => {
      await proveAccount(world, member, made.data)
      await member.call('payoutMethods.remove', { params })
    },
    () => member.call('payoutMethods.stop', { params }),
    () => member.call('payoutMethods.create', { body: { type: 'bank', data } }),
  ])()
  await member.call('payoutMethods.list')
}

/** A payout from the request to what the bank says of it, broken off at any step. */
async function payout(stage: Stage): Promise<void> {
  const { world, draw } = stage
  const [member, accountant, owner] = [
    await world.as('takasaki'),
    await world.as('accountant'),
    await world.as('owner'),
  ]
  await makeRoom(world, member.user_id)
  await letBePaid(world, member)
  await liftStops(world)
  const amount = draw.int(1_000, 6_000)
  await giveRewards(world, member, await world.as('yoko'), amount + 500)
  await member.call('affiliates.payoutPricing', { query: { method: 'bank' } })
  await provePayout(world, member)
  const given = keyed({ amount })
  const asked = await ask<{ id: string }>(member, 'transactions.payout', given)
  if (draw.chance(0.2)) await member.call('transactions.payout', given)
  if (!asked) return
  const params = { id: asked.id }
  keptOf(stage, 'payouts').push(asked.id)
  await accountant.call('admin.payouts', { query: { status: 'requested' } })
  if (draw.chance(0.15)) {
    await member.call('transactions.cancelPayout', { params })
    return
  }
  if (draw.chance(0.1)) {
    await accountant.call('admin.cancelPayout', { params, body: { reason: '申請者の希望' } })
    return
  }
  await accountant.call('admin.approvePayouts', { body: { ids: [asked.id] } })
  await passCutoff(world)
  const batch = await ask<{ id: string }>(owner, 'admin.exportPayouts')
  if (!batch) return
  await fromBank(stage, batch.id, asked.id)
  await accountant.call('admin.payout', { params })
  await member.call('transactions.payoutStatement', { params })
  if (draw.chance(0.4)) await member.call('transactions.payoutStatementPdf', { params })
}

/** The file of a batch comes back from the bank, or is answered by hand; a transfer may still return after it. */
async function fromBank({ world, draw }: Stage, batch: string, payoutId: string): Promise<void> {
  const [accountant, owner] = [await world.as('accountant'), await world.as('owner')]
  const reply = await fetch(`${world.url}/v1/admin/payouts/batches/${batch}/file`, {
    headers: { Authorization: `Bearer ${owner.access_token}` },
  })
  const file = Buffer.from(await reply.arrayBuffer())
  await accountant.call('admin.payoutBatches')
  const params = { id: payoutId }
  if (draw.chance(0.6)) {
    const bytes = answerOf(file, [draw.pick(['0', '0', '2', '9'])])
    await accountant.call('admin.importPayoutResult', {
      params: { id: batch },
      file: { bytes, name: 'kekka.txt', type: 'text/plain' },
    })
  } else {
    await accountant.call('admin.settlePayout', {
      params,
      body: { outcome: draw.pick(['paid', 'paid', 'no_account', 'other']) },
    })
  }
  if (draw.chance(0.3))
    await accountant.call('admin.recallPayout', {
      params,
      body: { failure: draw.pick(['closed', 'name_mismatch']) },
    })
}

async function officeDecides(stage: Stage): Promise<void> {
  const { world, draw } = stage
  const owner = await world.as(draw.pick(['owner', 'owner', 'accountant'] as const))
  const { user_id } = await world.as(draw.pick(inviters))
  const params = { id: user_id }
  await owner.call('admin.affiliators')
  await owner.call('admin.affiliator', { params })
  const invitation = recentOf(stage, keptOf(stage, 'invitations'))
  const decide = (id: string, decision: string) =>
    owner.call('admin.decideAffiliate', { params: { id }, body: { decision, note: '同じ端末からの登録' } })
  if (invitation) await decide(invitation, draw.pick(['held', 'void', 'good']))
  if (invitation && draw.chance(0.6)) await decide(invitation, 'good')
  if (draw.chance(0.6)) return
  await owner.call('admin.stopAffiliator', { params, body: { note: '規約違反の投稿' } })
  await owner.call('admin.allowAffiliator', { params, body: { note: '是正を確認' } })
}

/** The books do not agree: nothing leaves until head office has looked. */
async function frozen({ world }: Stage): Promise<void> {
  const owner = await world.as('owner')
  const books = await ask<{ wrong: { id: string } | null }>(owner, 'admin.books')
  await proveBy(owner, 'payout_freeze')
  await owner.call('admin.liftFreeze', {
    params: { id: books?.wrong?.id ?? crypto.randomUUID() },
    body: { note: '原因を確認しました' },
  })
}

export const rewards: Act[] = [
  { weight: 2, name: 'invitations', run: invites },
  { weight: 1.5, name: 'reward earned', run: earns },
  { weight: 1.5, name: 'reward claimed', run: claims },
  { weight: 2, name: 'bank account', run: accounts },
  { weight: 2.5, name: 'payout', run: payout },
  { weight: 0.8, name: 'office and affiliators', run: officeDecides },
  { weight: 0.2, name: 'frozen books', run: frozen },
]
