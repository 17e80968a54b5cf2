import { answerByPasskey, NoPasskey } from './use-second-factor.ts';

interface Offer {
  /** Gives the sign-in that waits for it. */
  begin: () => Promise<string>;
  /** Someone chose a passkey that was not taken. */
  onRefused: (error: unknown) => void;
}

/** The offer that waits, or that is paused; a browser has a place for one. */
let current: { readonly offer: Offer; readonly waits: AbortController } | null = null;

/**
 * Has the browser offer passkeys where the email address is typed, beside what else it knows to fill in there; choosing one signs the
 * user in. Browsers that cannot do that are asked for nothing. The offer ends with the next one and with `endOffer`.
 */
export function offerPasskeys(offer: Offer): void {
  endOffer();
  const waits = new AbortController();
  current = { offer, waits };
  answerOffer(offer.begin, waits.signal).catch((error: unknown) => {
    // Nobody has asked for anything: only a passkey that was chosen is worth a word.
    if (waits.signal.aborted || error instanceof NoPasskey) return;
    offer.onRefused(error);
  });
}

/** The page goes, or the user is on their way in. */
export function endOffer(): void {
  current?.waits.abort();
  current = null;
}

/** Another way in begins; gives what makes the offer again where that comes to nothing. */
export function pauseOffer(): () => void {
  const paused = current;
  paused?.waits.abort();
  return () => {
    if (paused !== null && current === paused) offerPasskeys(paused.offer);
  };
}

/** Nobody waits for an offer that could not be made. */
function unasked(cause: unknown): never {
  throw new NoPasskey(cause);
}

async function answerOffer(begin: () => Promise<string>, signal: AbortSignal): Promise<void> {
  const { browserSupportsWebAuthnAutofill, WebAuthnAbortService } = await import('@simplewebauthn/browser').catch(
    unasked,
  );
  if (!(await browserSupportsWebAuthnAutofill()) || signal.aborted) return;
  // What is asked next takes the same place: it is free the moment that the offer ends.
  signal.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony());
  const uid = await begin().catch(unasked);
  if (signal.aborted) return;
  location.replace(await answerByPasskey(uid, signal));
}
