/** The one thing that a proof is about, by the name that the server knows and by the one that people read. */
export type ProofSubject = { ref: string; name: string }
