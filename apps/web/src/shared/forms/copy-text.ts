export const text = { copied: 'コピーしました', failed: 'コピーできませんでした' } as const
