export const countdownLabel = '残り'
