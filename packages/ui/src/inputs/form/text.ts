export const needText = { required: '必須', optional: '任意' } as const
export const passwordText = { hide: 'パスワードを隠す', show: 'パスワードを表示' } as const
