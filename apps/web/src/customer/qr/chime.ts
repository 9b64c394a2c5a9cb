/** Two rising notes, made here so that no sound file is loaded. */
export function playChime(): void {
  try {
    const sound = new AudioContext()
    for (const [index, hertz] of [1_318.5, 1_760].entries()) {
      const tone = sound.createOscillator()
      const volume = sound.createGain()
      const start = sound.currentTime + index * 0.12
      tone.frequency.value = hertz
      volume.gain.setValueAtTime(0.1, start)
      volume.gain.exponentialRampToValueAtTime(0.001, start + 0.5)
      tone.connect(volume).connect(sound.destination)
      tone.start(start)
      tone.stop(start + 0.5)
    }
    setTimeout(() => void sound.close(), 1_000)
  } catch {
    // A device without sound: the screen says the same.
  }
}
