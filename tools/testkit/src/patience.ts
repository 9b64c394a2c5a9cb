/**
 * How long is waited for what must come. It comes at once; only a machine that is busy with other things needs this.
 */
export const patienceMs = 30_000
