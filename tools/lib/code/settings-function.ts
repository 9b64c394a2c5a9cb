import { settingKeys, termsOfSetting } from '@shirogane/contract/rules/setting-catalogue'

/** What holds of each setting without a row, as the database asks it. A key by name leaves nothing of the function but the value. */
export function settingsFunction(): string {
  const rows = settingKeys.flatMap((key) => {
    const { fallback } = termsOfSetting(key)
    return fallback === null ? [] : [`    when '${key}' then '${String(fallback).replaceAll("'", "''")}'`]
  })
  return `-- Written by \`npm run gen\` from packages/contract/src/rules/setting-catalogue.ts.

-- What holds of a setting that the brand has not set; null where that is nothing.
create or replace function public.setting_default(p_key text) returns text
language sql immutable parallel safe as $$
  select case p_key
${rows.join('\n')}
  end;
$$;
`
}
