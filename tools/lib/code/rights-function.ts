import { ceilings, employeeTypes, holds, type Right, rights } from '@shirogane/contract/wire/rights'

/**
 * The table of rights as the database asks it. A constant right leaves nothing of the function but its row in the plan
 * of a statement; a right that is no row is held by no role.
 */
export function rightsFunction(): string {
  const rows = (Object.keys(rights) as Right[]).flatMap((right) => {
    const types = employeeTypes.filter((type) => holds(type, right)).map((type) => `'${type}'`)
    return types.length === 0 ? [] : [`    when '${right}' then p_type in (${types.join(', ')})`]
  })
  const ofType = employeeTypes.map((type) => {
    const held = (Object.keys(rights) as Right[]).filter((right) => holds(type, right))
    return `    when '${type}' then '{${held.join(',')}}'::text[]`
  })
  const limits = Object.entries(ceilings).map(([right, byRole]) => {
    const types = employeeTypes.flatMap((type) => {
      const setting = byRole[type]?.setting
      return setting === undefined ? [] : [`when '${type}' then '${setting}'`]
    })
    return `    when '${right}' then case p_type ${types.join(' ')} end`
  })
  return `-- Written by \`npm run gen\` from packages/contract/src/wire/rights.ts.

-- Whether staff may be of this type.
create or replace function public.is_employee_type(p_type text) returns boolean
language sql immutable parallel safe as $$
  select p_type in (${employeeTypes.map((type) => `'${type}'`).join(', ')});
$$;

-- Whether staff of this type hold a right. It stands in for its row wherever it is asked with a right by name.
create or replace function public.holds(p_type text, p_right text) returns boolean
language sql immutable parallel safe as $$
  select case p_right
${rows.join('\n')}
    else false
  end;
$$;

-- All rights of staff of this type, as rules of access read them; none where it is no type of staff.
create or replace function public.rights_of(p_type text) returns text[]
language sql immutable parallel safe as $$
  select case p_type
${ofType.join('\n')}
    else '{}'
  end;
$$;

-- The setting that says up to which amount staff of this type do it by themselves; null where none does.
create or replace function public.ceiling(p_type text, p_right text) returns text
language sql immutable parallel safe as $$
  select case p_right
${limits.join('\n')}
  end;
$$;
`
}
