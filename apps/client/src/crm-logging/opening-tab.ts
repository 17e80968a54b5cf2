/** What of a browser's tabs this depends on; the locks are common to all of them. */
interface Tab {
  /** Undefined where the page was loaded without a certificate. */
  readonly locks: Pick<LockManager, 'request' | 'query'> | undefined;
  readonly isHidden: () => boolean;
}

/**
 * Where the panel of a call opens by itself: `here`, which `release` gives up; `elsewhere`, in another tab; or `later`,
 * since a user has the panel of another call in front of them in another tab.
 */
type Turn =
  | { readonly is: 'here'; readonly release: () => void }
  | { readonly is: 'elsewhere' }
  | { readonly is: 'later' };

const shownPrefix = 'sidetone.call-logging.shown.';
/** A hidden tab lets a visible one go first for this long, in milliseconds. */
const afterYouMs = 300;

/**
 * Asks whether the panel of a call opens in this tab. Only one tab of a browser opens it, a visible one where there is
 * one; a hidden tab opens none while another tab shows a panel. The turn is held until it is released, so that no other
 * tab opens it again in the same call. SLOG-001
 */
export async function turnOfTab(call: string, { locks, isHidden }: Tab): Promise<Turn> {
  if (locks === undefined) return { is: 'here', release: () => undefined };
  if (isHidden()) await new Promise((resolve) => setTimeout(resolve, afterYouMs));
  const { held = [] } = await locks.query();
  const shown = held.flatMap(({ name = '' }) => (name.startsWith(shownPrefix) ? [name.slice(shownPrefix.length)] : []));
  if (shown.includes(call)) return { is: 'elsewhere' };
  if (isHidden() && shown.length > 0) return { is: 'later' };
  return await new Promise<Turn>((resolve, reject) => {
    locks
      .request(`sidetone.call-logging.turn.${call}`, { ifAvailable: true }, (lock) => {
        if (lock === null) return resolve({ is: 'elsewhere' });
        return new Promise<void>((release) => resolve({ is: 'here', release }));
      })
      .catch(reject);
  });
}

/** Tells the other tabs that this one shows the panel of a call. Returns the way to take that back. */
export function showsPanelOf(call: string, { locks }: Pick<Tab, 'locks'>): () => void {
  if (locks === undefined) return () => undefined;
  const { promise, resolve } = Promise.withResolvers<void>();
  locks
    .request(`${shownPrefix}${call}`, { mode: 'shared' }, () => promise)
    .catch((cause: unknown) => console.warn('[crm-logging] other tabs are not told of the panel:', cause));
  return resolve;
}
