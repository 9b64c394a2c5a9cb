/** What stands around a published text. */
export const text = {
  changes: '変更点',
  summary: '要点',
  version: (version: string, date: string) => `第${version}版　${date}施行`,
} as const
