export const text = {
  offline: 'オフラインです',
  online: 'オンラインに戻りました',
  reconnecting: '接続しています…',
} as const
