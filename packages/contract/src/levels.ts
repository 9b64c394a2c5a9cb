import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, whole } from './resources.ts'

export const levels = {
  nextLevel: endpoint({
    name: 'levels.nextLevel',
    summary: '次のランク（最高ランクでは404）',
    who: ['customer', 'owner'],
    params: z.object({ id }),
    status: 200,
    output: z.strictObject({
      id,
      name: z.string(),
      quota: whole,
      point_rate: whole,
      benefits: z.array(z.string()),
    }),
    errors: ['NOT_VERIFIED'],
  }),
}
