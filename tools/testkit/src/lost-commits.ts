import type { TestDatabase } from './database.ts'

/** Written in commits of their own, before and beside an act: how often a caller tried, and what the gateway's sandbox holds. */
const beside = ['public.rate_limits', 'public.sandbox_objects']

/**
 * Lets the server fail in the last moment of an act: everything of it was done, and the commit is refused. The answers of
 * the function switch this on and off.
 */
export async function loseCommits(db: TestDatabase): Promise<(isOn: boolean) => Promise<void>> {
  await db.query(`create table public.lost_commits (is_on boolean not null)`)
  await db.query(`insert into public.lost_commits values (false)`)
  await db.query(
    `create function public.lose_commit() returns trigger language plpgsql security definer as $$
     begin
       if (select is_on from public.lost_commits) then raise exception 'the commit is lost'; end if;
       return null;
     end $$`,
  )
  const tables = await db.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', 'ledger') and c.relname <> 'lost_commits'`,
  )
  for (const { name } of tables)
    if (!beside.includes(name))
      await db.query(
        `create constraint trigger zz_lose_commit after insert or update or delete on ${name}
         deferrable initially deferred for each row execute function public.lose_commit()`,
      )
  return async (isOn) => {
    await db.query(`update public.lost_commits set is_on = $1`, [isOn])
  }
}
