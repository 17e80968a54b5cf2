import type { Cadence } from './cadence.ts';

/** The ringtones; the first is the default. */
export const ringtones = ['sidetone', 'brass', 'bell', 'chime', 'pulse', 'calm'] as const;

export type Ringtone = (typeof ringtones)[number];

/** The sound of each. */
export const ringCadences = {
  /** Two rising pairs, then a rest. */
  sidetone: {
    seconds: 2.8,
    beeps: [
      { at: 0, for: 0.22, hertz: [587.33, 1174.66] },
      { at: 0.2, for: 0.42, hertz: [783.99, 1567.98] },
      { at: 0.72, for: 0.22, hertz: [587.33, 1174.66] },
      { at: 0.92, for: 0.6, hertz: [783.99, 1567.98] },
    ],
    volume: 0.22,
  },
  /** Two long notes of a brass section, with many overtones. */
  brass: {
    seconds: 3,
    beeps: [
      { at: 0, for: 0.7, hertz: [349.23, 698.46, 1047.69, 1396.92] },
      { at: 0.75, for: 0.9, hertz: [440, 880, 1320, 1760] },
    ],
    volume: 0.26,
  },
  /** The bell of an old telephone: two bells, struck twenty times a second. */
  bell: {
    seconds: 4,
    beeps: Array.from({ length: 24 }, (_, strike) => ({
      at: strike * 0.05,
      for: 0.048,
      hertz: strike % 2 === 0 ? [1400, 2820] : [1180, 2380],
    })),
    volume: 0.2,
  },
  /** Four soft notes down, like a music box. */
  chime: {
    seconds: 3.2,
    beeps: [1046.5, 880, 698.46, 523.25].map((hertz, note) => ({
      at: note * 0.32,
      for: 0.5,
      hertz: [hertz, hertz * 2],
    })),
    volume: 0.2,
  },
  /** Short and high, in three pairs: audible in a loud room. */
  pulse: {
    seconds: 2.6,
    beeps: Array.from({ length: 6 }, (_, beep) => ({
      at: Math.floor(beep / 2) * 0.42 + (beep % 2) * 0.14,
      for: 0.1,
      hertz: [1568, 2093],
    })),
    volume: 0.22,
  },
  /** One low and quiet hum that comes and goes. */
  calm: {
    seconds: 4,
    beeps: [
      { at: 0, for: 1.1, hertz: [261.63, 392] },
      { at: 1.3, for: 1.1, hertz: [293.66, 440] },
    ],
    volume: 0.2,
  },
} as const satisfies Record<Ringtone, Cadence>;
