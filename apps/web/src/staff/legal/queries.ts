import type { LegalSlug } from '@shirogane/contract/resources/brand/legal'
import { ask } from '../../shell/queries/queries.ts'

export const legalDocumentsQuery = () => ask('admin.legalTexts')

export const legalTextQuery = (slug: LegalSlug) => ask('admin.legalText', { params: { slug } })
