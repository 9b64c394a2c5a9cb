/** How long whatever must come is waited for. It comes at once; only a machine that is busy with other things needs this. */
export const patienceMs = 30_000
