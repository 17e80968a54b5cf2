import type { Direction } from '@sidetone/contract/entities/common.ts';

/**
 * What a page must know to take a call of a closed page back: the dialog, for an INVITE with Replaces (RFC 3891), and
 * what only this client knew of the call.
 */
export interface KeptDialog {
  readonly sessionId: string;
  readonly sipCallId: string;
  readonly localTag: string;
  readonly remoteTag: string;
  readonly direction: Direction;
  readonly number: string | null;
  readonly displayName: string | null;
  readonly calledNumber: string | null;
  readonly channelId: string | null;
  /** Whether the user had muted the call. */
  readonly muted: boolean;
}

/** Dialogs of calls that run, kept where the next page of this browser finds them. */
export interface KeptDialogs {
  read(): readonly KeptDialog[];
  keep(dialog: KeptDialog): void;
  forget(sipCallId: string): void;
}

const storageKey = 'sidetone.dialogs';

/** In the storage the Call-ID is `callId`, as the pages of earlier versions wrote it. */
type StoredDialog = Omit<KeptDialog, 'sipCallId'> & { readonly callId: string };

/** Keeps dialogs in the browser's storage, which is written immediately: a page that is closed has no time to wait. */
export function createKeptDialogs(storage: () => Storage = () => localStorage): KeptDialogs {
  function read(): KeptDialog[] {
    try {
      const stored: unknown = JSON.parse(storage().getItem(storageKey) ?? '[]');
      return Array.isArray(stored) ? stored.filter(isDialog).map(fromStored) : [];
    } catch {
      // No storage, or something else wrote there: then a reload ends the call.
      return [];
    }
  }

  function write(dialogs: readonly KeptDialog[]) {
    try {
      if (dialogs.length === 0) storage().removeItem(storageKey);
      else storage().setItem(storageKey, JSON.stringify(dialogs.map(toStored)));
    } catch {
      // See above.
    }
  }

  return {
    read,
    keep: (dialog) => write([...read().filter(({ sipCallId }) => sipCallId !== dialog.sipCallId), dialog]),
    forget: (sipCallId) => write(read().filter((each) => each.sipCallId !== sipCallId)),
  };
}

/**
 * The Replaces header that takes this dialog over. Tags are named from the other side's point of view (RFC 3891 §4).
 */
export function replacesHeader({ sipCallId, localTag, remoteTag }: KeptDialog): string {
  return `Replaces: ${sipCallId};to-tag=${remoteTag};from-tag=${localTag}`;
}

const fromStored = ({ callId, ...dialog }: StoredDialog): KeptDialog => ({ ...dialog, sipCallId: callId });
const toStored = ({ sipCallId, ...dialog }: KeptDialog): StoredDialog => ({ ...dialog, callId: sipCallId });

function isDialog(value: unknown): value is StoredDialog {
  const dialog = value as Partial<StoredDialog> | null;
  return [dialog?.sessionId, dialog?.callId, dialog?.localTag, dialog?.remoteTag].every(
    (each) => typeof each === 'string' && each !== '',
  );
}
