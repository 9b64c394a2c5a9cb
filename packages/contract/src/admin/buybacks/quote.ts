import { z } from 'zod'
import { buybackItems, lookalike } from '../../resources/brand/buybacks.ts'
import { whole } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

const quote = z.strictObject({
  price_per_g: whole,
  rates: z.strictObject({ A: whole, B: whole, C: whole }),
  lines: z.array(z.strictObject({ net_weight_mg: whole, rate_bp: whole, amount: whole })),
  amount: whole,
  lookalikes: z.array(lookalike),
})

export const buybackQuote = endpoint({
  name: 'admin.buybackQuote',
  call: 'POST /v1/admin/buybacks/quote',
  table: 'staff',
  summary: '買取：査定額と、よく似た品物の記録',
  right: 'buyback.make',
  note: 'moves nothing',
  body: z.strictObject({ items: buybackItems }),
  status: 200,
  output: quote,
  errors: ['AMOUNT_INVALID', 'SILVER_RATE_MISSING'],
  reads: true,
})
