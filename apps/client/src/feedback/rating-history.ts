import { z } from 'zod';
import { mayAskForRating, withAsked } from './rating-rules.ts';

const key = 'call-rating';
const kept = z.object({ shownAt: z.array(z.number()).max(100) });

type Box = Pick<Storage, 'getItem' | 'setItem'>;

/**
 * Whether the rating may be asked for now; if so it counts as asked. The times are kept on this device only. Where
 * nothing can be stored users are not asked: it would be after every call.
 */
export function takeRatingTurn(now: number, box: Box = localStorage): boolean {
  try {
    const shownAt = read(box);
    if (!mayAskForRating(shownAt, now)) return false;
    box.setItem(key, JSON.stringify({ shownAt: withAsked(shownAt, now) }));
    return true;
  } catch {
    return false;
  }
}

function read(box: Box): readonly number[] {
  const text = box.getItem(key);
  if (text === null) return [];
  try {
    return kept.parse(JSON.parse(text)).shownAt;
  } catch {
    return []; // Another program wrote there.
  }
}
