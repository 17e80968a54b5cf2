interface Moment {
  /** Somebody calls and was not answered yet. */
  readonly rings: boolean;
  /** A dialog is open, the search itself too. */
  readonly hasDialog: boolean;
  /** The focus is in a field for text. */
  readonly types: boolean;
}

/**
 * How a number that other software wants called comes before the person: in the search at once, in a toast where the search
 * would take what they write or what is open, or not until the phone has rung.
 */
export function howToAsk({ rings, hasDialog, types }: Moment): 'search' | 'toast' | 'later' {
  if (rings) return 'later';
  return hasDialog || types ? 'toast' : 'search';
}
