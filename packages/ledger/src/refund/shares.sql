-- How whole amounts are divided, for what SQL reads anew: the lines of a corrected sale, and the audit. The rules of
-- packages/domain divide by their own `spread`, and a test compares the two.

-- Splits a whole amount in proportion to whole weights, by largest remainder, ties to the earlier place. No part is
-- larger than its weight when the amount is not larger than their sum.
create or replace function ledger.spread(p_amount bigint, p_weights bigint[]) returns bigint[]
language sql immutable parallel safe set search_path = ledger, pg_temp as $$
  select array_agg(whole + case when place <= p_amount - total then 1 else 0 end order by ord)
  from (
    select ord, whole, sum(whole) over () as total, row_number() over (order by rest desc, ord) as place
    from (
      select ord, case when s.sum = 0 then 0 else div(p_amount::numeric * weight, s.sum) end as whole,
        case when s.sum = 0 then 0 else mod(p_amount::numeric * weight, s.sum) end as rest
      from unnest(p_weights) with ordinality w (weight, ord)
      cross join (select sum(weight) as sum from unnest(p_weights) as weight) s
    ) parts
  ) ranked;
$$;

-- Of so much after so much before, what falls on a part that begins after these yen and is so long.
create or replace function ledger.part_of(p_before bigint, p_amount bigint, p_from bigint, p_length bigint) returns bigint
language sql immutable parallel safe
return least(greatest(p_before + p_amount - p_from, 0), p_length) - least(greatest(p_before - p_from, 0), p_length);
