/** What a mode is told: the register that this device is. */
export type RegisterModeProps = { registerId: string }
