/**
 * Sounds that calls make besides voices: while it rings out, when it failed, and silence that keeps audio awake.
 * CONST-063 to -065
 */
export const callSounds = ['waitingTone', 'busyTone', 'silenceKeepAlive'] as const;
export type CallSound = (typeof callSounds)[number];
