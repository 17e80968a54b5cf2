import { type LevelMeter, measureLevel } from '#audio/levels.ts';

const meters = new Map<string, { you: LevelMeter | null; them: LevelMeter | null }>();

/** Measures both sides of a call until `stopMeters`. */
export function startMeters(callId: string, streams: { you?: MediaStream | null; them?: MediaStream | null }): void {
  const now = meters.get(callId) ?? { you: null, them: null };
  for (const side of ['you', 'them'] as const) {
    const stream = streams[side];
    if (stream == null) continue;
    now[side]?.stop();
    now[side] = measureLevel(stream);
  }
  meters.set(callId, now);
}

export function stopMeters(callId: string): void {
  const now = meters.get(callId);
  now?.you?.stop();
  now?.them?.stop();
  meters.delete(callId);
}

/** How loud both sides are, 0 to 1. */
export function readLevels(callId: string): { you: number; them: number } {
  const now = meters.get(callId);
  return { you: now?.you?.read() ?? 0, them: now?.them?.read() ?? 0 };
}
