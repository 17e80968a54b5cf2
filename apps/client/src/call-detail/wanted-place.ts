/** A place in a call, as an answer elsewhere in the app cites it. */
interface WantedPlace {
  readonly channelId: string;
  readonly docId: string;
  readonly ids: readonly string[];
}

let wanted: WantedPlace | null = null;

/** Has the transcript of this call show these utterances when its page is opened next. */
export function wantPlace(place: WantedPlace): void {
  wanted = place;
}

/** The utterances that the page of this call is to show, once; none where another call is opened. */
export function takeWantedPlace(call: { readonly channelId: string; readonly id: string }): readonly string[] {
  const found = wanted?.channelId === call.channelId && wanted.docId === call.id ? wanted.ids : [];
  wanted = null;
  return found;
}
