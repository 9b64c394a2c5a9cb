/** The columns of the book of prepaid balance. */
export const header = [
  '日付',
  '区分',
  '前日残高',
  '発行額',
  '発行取消額',
  '回収額',
  '返品による戻し額',
  '失効額',
  '払戻額',
  '未使用残高',
]

export const names = { paid: '有償', bonus: '無償' } as const

export const total = '合計'
