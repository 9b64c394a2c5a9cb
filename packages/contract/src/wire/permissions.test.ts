import { describe, expect, test } from 'vitest'
import type { CallName } from './calls.ts'
import { endpoints } from '../generated/endpoints.ts'
import { approvalKinds, decisionRight } from './permissions.ts'
import { ceilingOf, ceilings, holds, type Permission, permissionsOf } from './rights.ts'
import { settingCatalogue, takesTwo } from '../rules/setting-catalogue.ts'
import { employeeTypes } from './rights.ts'

/** The calls that a right opens: staff who have it are served, and no other staff. */
const opens: readonly (readonly [Permission, CallName])[] = [
  ['sell', 'transactions.pay'],
  ['sell', 'auth.switchStaff'],
  ['sell', 'auth.stayAwake'],
  ['kyc.review', 'admin.kycDecide'],
  ['prepaid', 'admin.prepaid'],
  ['contacts', 'admin.contacts'],
  ['campaigns', 'admin.createCampaign'],
  ['campaigns.read', 'admin.campaigns'],
  ['levels', 'admin.updateLevel'],
  ['approve', 'approvals.decide'],
  ['staff', 'admin.createStaff'],
  ['staff', 'admin.updateStaff'],
  ['staff', 'admin.inviteStaff'],
  ['staff', 'admin.vouchForStaff'],
  ['staff.read', 'admin.stores'],
  ['log.read', 'admin.log'],
  ['refund', 'transactions.refund'],
  ['void', 'transactions.delete'],
  ['sales.read', 'admin.staffList'],
  ['sales.read', 'transactions.search'],
  ['sales.read', 'transactions.searchCsv'],
]

describe('the table of rights', () => {
  test.each(opens)('%s opens %s to exactly those who have it', (permission, call) => {
    const served = endpoints[call].who as readonly string[]
    expect(employeeTypes.filter((type) => served.includes(type))).toEqual(
      employeeTypes.filter((type) => holds(type, permission)),
    )
  })

  test('a clerk has no right that the manager of the store lacks, and nowhere a higher ceiling', () => {
    for (const permission of permissionsOf('register')) {
      expect([permission, holds('manager', permission)]).toEqual([permission, true])
      const [own, above] = [ceilingOf('register', permission), ceilingOf('manager', permission)]
      if (own === null) expect([permission, above]).toEqual([permission, null])
      if (own !== null && above !== null)
        expect(settingCatalogue[above.setting].fallback).toBeGreaterThanOrEqual(
          settingCatalogue[own.setting].fallback,
        )
    }
  })

  test('a ceiling is of a right that the role holds, and moved by two people', () => {
    for (const [name, byRole] of Object.entries(ceilings))
      for (const type of employeeTypes) {
        const ceiling = byRole[type]
        if (!ceiling) continue
        expect([name, type, holds(type, name.replace(/\.day$/, '') as Permission)]).toEqual([
          name,
          type,
          true,
        ])
        expect([ceiling.setting, takesTwo(ceiling.setting)]).toEqual([ceiling.setting, true])
      }
  })

  test('whoever looks at documents sells nothing, and whoever keeps the books neither sells nor reviews', () => {
    expect(permissionsOf('kyc_reviewer')).toEqual(['kyc.review'])
    for (const permission of ['sell', 'refund', 'kyc.review', 'staff', 'settings'] as const)
      expect(holds('accounting', permission)).toBe(false)
  })

  test('register staff approve nothing, and head office can approve everything that anybody asks for', () => {
    for (const kind of approvalKinds) {
      expect([kind, decisionRight('register', kind), decisionRight('kyc_reviewer', kind)]).toEqual([
        kind,
        null,
        null,
      ])
      expect([kind, decisionRight('owner', kind)]).toEqual([kind, true])
      // A rank is of no shop.
      expect([kind, decisionRight('manager', kind) === null]).toEqual([kind, kind === 'rank'])
    }
    expect(decisionRight('accounting', 'rank')).toBe(true)
  })
})
