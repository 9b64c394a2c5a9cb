import { readFile } from 'node:fs/promises'
import { limits } from '@shirogane/contract/rules/limits'
import { withoutSeparators } from '@shirogane/contract/inputs/person'
import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { lineOf } from '../../http/rate-limits.ts'
import { openPostcodes, type Town } from './postcode-file.ts'

const file = new URL('../../../data/postcodes.bin', import.meta.url)
let postcodes: Promise<(postcode: string) => Town[]> | null = null

/** Our own copy of Japan Post's table: no outside service learns who looks for which address. */
export async function search(
  ctx: Context,
  _actor: Actor | null,
  { params, client }: Input<'addresses.search'>,
): Promise<Output<'addresses.search'>> {
  ctx.limits.capCalls(`postcode:${lineOf(client.ip)}`, limits.postcodesPerMinute)
  const postcode = withoutSeparators(params.postcode)
  if (!/^\d{7}$/.test(postcode)) throw new Problem('POSTCODE_FORMAT')
  postcodes ??= readFile(file).then(openPostcodes)
  const items = (await postcodes)(postcode)
  if (items.length === 0) throw new Problem('POSTCODE_NOT_FOUND')
  return { items }
}
