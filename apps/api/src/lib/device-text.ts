/** What a device is called, where its browser says what it is. */
export const deviceText = (name: string | null): string => name ?? 'その他の端末'
