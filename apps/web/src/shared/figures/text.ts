export const text = { times: (factor: string) => `${factor}倍` } as const
