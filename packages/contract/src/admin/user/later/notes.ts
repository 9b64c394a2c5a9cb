import { z } from 'zod'
import { written } from '../../../inputs/written.ts'
import { debtNote } from '../../../resources/sales/deferred.ts'
import { id } from '../../../resources/shapes.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const addDeferredNote = endpoint({
  name: 'admin.addLaterNote',
  call: 'POST /v1/admin/user/{id}/later/notes',
  table: 'staff',
  summary: '後払いのメモを残す',
  right: 'later.serve',
  reach: { register: 'at-counter', manager: 'own-shop' },
  params: z.object({ id }),
  body: z.strictObject({ note: written.min(1).max(200) }),
  status: 201,
  output: debtNote,
  errors: ['NOT_FOUND'],
  lost: { ask: 'admin.laterAccount' },
})
