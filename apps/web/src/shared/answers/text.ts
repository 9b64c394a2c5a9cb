export const text = {
  replayed: '先ほどの操作はすでに完了していました',
  replayedAt: (time: string) => `先ほどの操作はすでに完了していました（${time}）`,
  replayedBody: (time: string) => `${time}の操作の結果です。今回は処理していません。`,
  contentOf: (time: string) => `${time}時点の内容です`,
} as const
