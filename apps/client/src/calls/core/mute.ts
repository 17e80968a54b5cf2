/** Whether the microphone is shut, and by whom. A hold shuts it by program; that never overrides the user. */
export type Mute = 'NONE' | 'USER' | 'PROGRAMMATIC';

export type MuteOrder = 'mute' | 'unmute';

/** The user presses the key. While the call is held an unmute leaves the hold's own mute in place. */
export function muteByUser(order: MuteOrder, held: boolean): Mute {
  if (order === 'mute') return 'USER';
  return held ? 'PROGRAMMATIC' : 'NONE';
}

/** A hold or its end shuts or opens the microphone; what the user chose stays. */
export function muteByProgram(now: Mute, order: MuteOrder): Mute {
  if (now === 'USER') return 'USER';
  return order === 'mute' ? 'PROGRAMMATIC' : 'NONE';
}
