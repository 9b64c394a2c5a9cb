export const text = {
  future: (on: string) => `${on}から施行される版です`,
  past: '過去の版を表示しています',
  current: '現在の版を見る',
  contents: '目次',
  others: 'そのほかの規約と表示',
  versions: '版の履歴',
  versionRow: (version: string) => `第${version}版`,
  titleOf: (name: string) => `${name} | しろがね`,
} as const
