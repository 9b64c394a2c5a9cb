import { z } from 'zod'
import { businessDate, employee, id, whole } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

export const employeeDetails = endpoint({
  name: 'users.employeeDetails',
  call: 'GET /v1/users/employeeDetails',
  table: 'staff',
  summary: 'ログイン中のスタッフと店舗',
  right: 'work',
  reach: { all: 'own', other_customer: 'ignored' },
  status: 200,
  output: z.strictObject({
    ...employee.shape,
    store: z.nullable(
      z.strictObject({
        id,
        code: z.string(),
        name: z.string(),
        /** Where the brand sells on enrolled devices alone: of such a device its own register and no other. */
        registers: z.array(z.strictObject({ id, number: whole, name: z.string() })),
        /** This device may not sell before it is enrolled as a register. */
        needs_device: z.boolean(),
      }),
    ),
    /** The day that is open at the shop; for head office the one that the shops began last. */
    business_date: businessDate,
    permissions: z.array(z.string()),
  }),
  errors: [],
})
