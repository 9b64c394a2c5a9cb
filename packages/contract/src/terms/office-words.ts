/** Why a member of staff looks at a customer: it stands in the record of each look. */
export const viewPurposes = ['counter', 'inquiry', 'check', 'law'] as const
