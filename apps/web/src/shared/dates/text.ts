/** A date and a month in words. */
export const text = {
  date: (year: number, month: number, day: number) => `${String(year)}年${String(month)}月${String(day)}日`,
  month: (year: string, month: number) => `${year}年${month}月`,
} as const
