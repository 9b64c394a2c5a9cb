/** What a formal receipt is made out for, where its reader names nothing else. */
export const defaultProviso = 'お品代として'
/** Of articles that were taken before and are paid for now. */
export const deferredProviso = 'お品代（後払い分）として'
