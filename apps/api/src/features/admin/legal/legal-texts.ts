import { legalSlugs } from '@shirogane/contract/resources/brand/legal'
import type { Context } from '../../../context.ts'
import type { Output } from '../../../http/operation.ts'
import { listVersions, listWaitingSlugs, type VersionRow } from '../../legal/changes-store.ts'
import { titles } from '../../legal/text.ts'

/** Every text of the brand with the version in force and the one that comes next. */
export async function adminList(ctx: Context): Promise<Output<'admin.legalTexts'>> {
  const [versions, waiting] = await Promise.all([listVersions(ctx.db, null), listWaitingSlugs(ctx.db)])
  return {
    items: legalSlugs.map((slug) => {
      const own = versions.filter((row) => row.slug === slug)
      return {
        slug,
        title: own[0]?.title ?? titles[slug],
        in_force: present(own.find(({ state }) => state === 'in_force')),
        // Of several that come, the next one.
        announced: present(own.findLast(({ state }) => state === 'announced')),
        is_waiting: waiting.has(slug),
      }
    }),
  }
}

function present(row: VersionRow | undefined): { version: string; effective_on: string } | null {
  return row === undefined ? null : { version: row.version, effective_on: row.effective_on }
}
