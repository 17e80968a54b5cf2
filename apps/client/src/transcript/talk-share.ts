import type { Documentation } from '@sidetone/contract/entities/documentation.ts';

/** One utterance of a transcript. */
export type Utterance = NonNullable<Documentation['transcription']>['items'][number];

/**
 * What each side has of the talk time, in whole percent that add up to 100; null where nobody spoke (specification of
 * settings and shell, 4.9).
 */
export function talkShare(items: readonly Utterance[]): { user: number; remote: number } | null {
  const [user, remote] = [spokenBy(items, 0), spokenBy(items, 1)];
  if (user + remote === 0) return null;
  const percent = Math.round((user * 100) / (user + remote));
  return { user: percent, remote: 100 - percent };
}

/** Seconds in which anyone spoke, those of both sides added up. */
export function spokenSeconds(items: readonly Utterance[]): number {
  return spokenBy(items, 0) + spokenBy(items, 1);
}

/** Seconds in which one side spoke; time that two of its utterances share counts once. */
function spokenBy(items: readonly Utterance[], speaker: Utterance['speaker']): number {
  const own = items.filter((item) => item.speaker === speaker).sort((a, b) => a.startTime - b.startTime);
  let [sum, until] = [0, 0];
  for (const { startTime, endTime } of own) {
    sum += Math.max(0, endTime - Math.max(startTime, until));
    until = Math.max(until, endTime);
  }
  return sum;
}
