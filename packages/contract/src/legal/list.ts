import { z } from 'zod'
import { legalEntry } from '../resources/brand/legal.ts'
import { endpoint } from '../wire/endpoint.ts'

export const listLegalDocuments = endpoint({
  name: 'legal.list',
  call: 'GET /v1/legal',
  table: 'customer',
  summary: '規約と法定表示の一覧（現在の版）',
  right: 'anyone',
  note: 'published texts',
  status: 200,
  output: z.strictObject({ items: z.array(legalEntry) }),
  errors: [],
})
