interface Moment {
  /** A call is ringing. */
  readonly rings: boolean;
  /** A dialog is open, the search itself too. */
  readonly hasDialog: boolean;
  /** The focus is in a field for text. */
  readonly types: boolean;
}

/**
 * How a number that other software wants called is presented: in the search immediately, in a toast where the search
 * would interrupt a text or a dialog, or only after the phone has stopped ringing.
 */
export function howToAsk({ rings, hasDialog, types }: Moment): 'search' | 'toast' | 'later' {
  if (rings) return 'later';
  return hasDialog || types ? 'toast' : 'search';
}
