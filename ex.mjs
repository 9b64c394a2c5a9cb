import pg from '/tmp/w/invited/node_modules/pg/lib/index.js'
import {readFileSync} from 'node:fs'
const c=new pg.Client({connectionString:'postgres://postgres@127.0.0.1:5612/sh'});await c.connect()
await c.query('set plan_cache_mode=force_generic_plan')
const qs={invited:[`select * from (
       select a.user_id, u.username as invited_by,
         case when u.verified and u.suspended_at is null and u.closed_at is null and i.active then u.id end as inviter_id,
         exists (select from ledger.campaign_grants g
           where g.user_id = a.user_id and g.campaign = 'invite' and g.period = 'once') as has_gift,
         exists (select from ledger.campaign_grants g
           where g.user_id = a.affiliator_id and g.campaign = 'invite_given' and g.period = a.user_id::text
         ) as inviter_has
       from affiliates a join users u on u.id = a.affiliator_id join affiliators i on i.user_id = a.affiliator_id
       where a.user_id = any ($1) and a.standing = 'good'
     ) g where not g.has_gift or not g.inviter_has`,'uuid[]',`'{00000000-0000-0000-0000-000000000000}'`],
due:[`with due as (
       select id from ledger.outbox
       where sent_at is null and not dead and (attempts = 0 or available_at <= ledger.now())
       order by available_at, id limit $1
       for update skip locked
     ), taken as (
       update ledger.outbox o
       set attempts = attempts + 1, available_at = ledger.now() + make_interval(secs => $2)
       from due where o.id = due.id
       returning o.id, o.topic, o.transaction_id, o.attempts
     )
     select * from taken order by id`,'int,float8','200,10'],
grants:[`select transaction_id from ledger.campaign_grants
     where transaction_id = any ($1) and campaign in ('invite', 'invite_given', 'invite_join')`,'uuid[]',`'{00000000-0000-0000-0000-000000000000}'`],
sent:[`update ledger.outbox set sent_at = ledger.now() where id = any ($1)`,'bigint[]',`'{1}'`]}
for (const [k,[q,t,v]] of Object.entries(qs)) { await c.query(`prepare ${k}(${t}) as ${q}`); const r=await c.query(`explain execute ${k}(${v})`); console.log('--',k); for (const x of r.rows) console.log(x['QUERY PLAN']) }
await c.end()
