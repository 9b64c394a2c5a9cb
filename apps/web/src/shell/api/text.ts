/** What is said where no answer came that says more. */
export const networkText = '通信できませんでした。電波のよい場所で再度お試しください。'
export const failureText = 'うまくいきませんでした。時間をおいて再度お試しください。'
