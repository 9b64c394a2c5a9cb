import type { EmployeeType } from '../wire/rights.ts'

/** What each role of staff is called. */
export const roleLabels: Readonly<Record<EmployeeType, string>> = {
  register: 'レジ担当',
  manager: '店長',
  accounting: '経理',
  kyc_reviewer: '本人確認',
  owner: '本部',
}
