import { introCutOffDay } from '@sidetone/contract/rules/screen-timing.ts';

/** Midnight in UTC. */
const cutOff = Date.parse(`${introCutOffDay}T00:00:00Z`);

/** Whether the introduction is shown: it was never seen here, or last before it was revised. */
export function isIntroDue(seenAt: string | null): boolean {
  return seenAt === null || Date.parse(seenAt) < cutOff;
}
