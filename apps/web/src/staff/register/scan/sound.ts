let context: AudioContext | null = null

/** A short tone, made here so that no sound file is loaded. Two low ones mean that something was not read. */
export function playBeep(kind: 'read' | 'failed'): void {
  try {
    context ??= new AudioContext()
    const start = context.currentTime
    const tones =
      kind === 'read'
        ? [{ at: 0, hertz: 1_760 }]
        : [
            { at: 0, hertz: 330 },
            { at: 0.14, hertz: 262 },
          ]
    for (const { at, hertz } of tones) {
      const tone = context.createOscillator()
      const volume = context.createGain()
      tone.frequency.value = hertz
      volume.gain.setValueAtTime(0.12, start + at)
      volume.gain.exponentialRampToValueAtTime(0.001, start + at + 0.11)
      tone.connect(volume).connect(context.destination)
      tone.start(start + at)
      tone.stop(start + at + 0.12)
    }
  } catch {
    // A device without sound, or a page that has not been touched yet: the strip on the screen says the same.
  }
}
