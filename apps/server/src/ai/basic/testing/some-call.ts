import type { Language, SpokenCall } from '../call.ts';

/** A call of these lines on a Monday, 16 November 2026: those that begin with "> " are our user's. */
export function someCall(language: Language, lines: readonly string[], isVoicemail = false): SpokenCall {
  return {
    language,
    day: '2026-11-16',
    isVoicemail,
    user: { name: 'Jana Reimers', organization: 'Reimers Haustechnik' },
    remote: { name: 'Horst Lindemann', organization: null },
    utterances: lines.map((line, at) => ({
      id: `s${at + 1}`,
      speaker: line.startsWith('> ') ? 0 : 1,
      text: line.replace(/^> /, ''),
    })),
  };
}
