/** How the other side agrees to be recorded: by having heard the announcement, or by pressing 1. */
export type ConsentWay = 'announcement' | 'keypress';

/** After its prompt has ended, somebody has so long to press the key. */
export const keyPatienceMs = 15_000;
/** Longer than any prompt: one whose end is never told counts as not heard. */
const promptPatienceMs = 60_000;

/** Asking everybody who would be recorded. `hearing` still hear the prompt, `owing` have not agreed yet. */
export interface Consent {
  readonly way: ConsentWay;
  readonly hearing: readonly string[];
  readonly owing: readonly string[];
  readonly agreed: readonly string[];
  readonly outcome: 'open' | 'agreed' | 'refused' | 'unanswered';
}

export type ConsentFact =
  | { readonly type: 'played'; readonly who: string }
  | { readonly type: 'key'; readonly who: string; readonly digit: string }
  /** `present`: who is still heard; those who left need not agree now. */
  | { readonly type: 'timeOut'; readonly present: readonly string[] };

/** Begins to ask; with nobody to ask it is agreed at once. */
export function askForConsent(way: ConsentWay, whom: readonly string[]): Consent {
  return { way, hearing: whom, owing: whom, agreed: [], outcome: whom.length === 0 ? 'agreed' : 'open' };
}

/** What became of it by this fact. Once everybody has agreed, or one has not, nothing changes any more. */
export function hearOfConsent(consent: Consent, fact: ConsentFact): Consent {
  if (consent.outcome !== 'open') return consent;
  const { way, owing } = consent;
  switch (fact.type) {
    case 'played': {
      const hearing = without(consent.hearing, fact.who);
      return way === 'announcement' ? agreedBy({ ...consent, hearing }, fact.who) : { ...consent, hearing };
    }
    case 'key':
      if (way === 'announcement' || !owing.includes(fact.who)) return consent;
      if (fact.digit !== '1') return { ...consent, outcome: 'refused' };
      return agreedBy({ ...consent, hearing: without(consent.hearing, fact.who) }, fact.who);
    case 'timeOut': {
      const left = owing.filter((who) => fact.present.includes(who));
      return { ...consent, owing: left, outcome: left.length === 0 ? 'agreed' : 'unanswered' };
    }
  }
}

/** How long to wait from now on; it begins again whenever the last prompt ends. */
export const patienceOf = (consent: Consent): number =>
  consent.way === 'keypress' && consent.hearing.length === 0 ? keyPatienceMs : promptPatienceMs;

const agreedBy = (consent: Consent, who: string): Consent => {
  if (!consent.owing.includes(who)) return consent;
  const owing = without(consent.owing, who);
  return { ...consent, owing, agreed: [...consent.agreed, who], outcome: owing.length === 0 ? 'agreed' : 'open' };
};

const without = (list: readonly string[], who: string): string[] => list.filter((each) => each !== who);
