export const text = {
  today: (time: string) => `今日 ${time}`,
  yesterday: (time: string) => `昨日 ${time}`,
} as const
