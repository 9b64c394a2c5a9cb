/** What the first register of a new store is called until it gets another name. */
export const firstRegister = 'レジ 01'
