import { z } from 'zod'
import { empty, id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const release = endpoint({
  name: 'inventory.release',
  call: 'DELETE /v1/inventory/reservations/{id}',
  table: 'staff',
  summary: '取り置きを解除する（何度送っても同じ）',
  right: 'stock.receive',
  reach: { shop: 'own-shop' },
  note: 'another shop’s is not there',
  params: z.object({ id }),
  status: 204,
  output: empty,
  errors: [],
  lost: 'again',
})
