/** Why somebody of the staff looks at a member: it stands in the record of each look. */
export const viewPurposes = ['counter', 'inquiry', 'check', 'law'] as const
