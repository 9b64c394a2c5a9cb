import { z } from 'zod'
import { shopQuery, stockReservation } from '../../resources/brand/inventory.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const reservations = endpoint({
  name: 'inventory.reservations',
  call: 'GET /v1/inventory/reservations',
  table: 'staff',
  summary: '取り置き（期限の早い順）',
  right: 'stock.read',
  query: z.object(shopQuery),
  status: 200,
  output: z.strictObject({ items: z.array(stockReservation) }),
  errors: [],
})
