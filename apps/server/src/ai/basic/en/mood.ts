import type { MoodWords } from '../lexicon.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** English words of liking and disliking, as they are said on the phone. */
export const englishMood: MoodWords = {
  good: words(`
    good great perfect wonderful excellent fantastic lovely nice happy glad pleased thanks thank helpful help helped brilliant amazing
    awesome fine better best appreciate love like works worked working solved quick fast friendly kind reliable relieved impressed`),
  bad: words(`
    bad worse worst terrible awful horrible angry upset annoyed annoying disappointed disappointing unhappy frustrated frustrating
    broken damaged wrong mistake error problem problems complaint complain rude unacceptable late delayed slow lost missing failed
    fail fails stopped unfortunately afraid worried sick pain cancel expensive ridiculous useless stuck disgrace disgraceful outrageous appalling shocking hurts hurt nightmare joke fed ruined soaked`),
  not: words('not no never nobody none without hardly cannot'),
  strong: words('very really so extremely absolutely totally completely too quite'),
};
