import type { LegalSlug } from '@shirogane/contract/legal'
import { ask } from '../../../lib/queries.ts'

export const legalTextsQuery = () => ask('admin.legalTexts')

export const legalTextQuery = (slug: LegalSlug) => ask('admin.legalText', { params: { slug } })
