export const userRoom = (userId: string): string => `user:${userId}`
export const storeRoom = (storeId: string): string => `store:${storeId}`
