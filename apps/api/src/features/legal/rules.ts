type Facts = { version: string; effective_on: string; is_material: boolean; changes: string }

/** What stands on record of a version; its words stand in its row, which never changes. */
export function factsOf({ version, effective_on, is_material, changes }: Facts): Facts {
  return { version, effective_on, is_material, changes }
}
