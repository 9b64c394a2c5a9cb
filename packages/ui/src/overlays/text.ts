export const text = { cancel: 'キャンセル', close: '閉じる' } as const
