import { type LevelMeter, measureLevel } from '#audio/levels.ts';

const meters = new Map<string, { you: LevelMeter | null; them: LevelMeter | null }>();

/** Measures both sides of a call until `stopMeters`. */
export function startMeters(sessionId: string, streams: { you?: MediaStream | null; them?: MediaStream | null }): void {
  const now = meters.get(sessionId) ?? { you: null, them: null };
  for (const side of ['you', 'them'] as const) {
    const stream = streams[side];
    if (stream == null) continue;
    now[side]?.stop();
    now[side] = measureLevel(stream);
  }
  meters.set(sessionId, now);
}

export function stopMeters(sessionId: string): void {
  const now = meters.get(sessionId);
  now?.you?.stop();
  now?.them?.stop();
  meters.delete(sessionId);
}

/** How loud both sides are, 0 to 1. */
export function readLevels(sessionId: string): { you: number; them: number } {
  const now = meters.get(sessionId);
  return { you: now?.you?.read() ?? 0, them: now?.them?.read() ?? 0 };
}
