import type { Dialog } from '@sidetone/sip/dialogs/dialog.ts';
import { parseNameAddr, serializeNameAddr } from '@sidetone/sip/grammar/name-addr.ts';
import { z } from 'zod';

/** What a confirmed dialog needs to go on after a restart of signalling; written to the store as it is. */
const storedDialog = z.object({
  version: z.literal(1),
  legId: z.string().min(1),
  callId: z.string().min(1),
  owner: z.object({
    userId: z.string(),
    endpointId: z.string(),
    instanceId: z.string().nullable(),
    phoneId: z.string().nullable(),
    trunkId: z.string().nullable().default(null),
  }),
  ownsCallId: z.boolean(),
  /** From or To of each side, with its tag. */
  local: z.string(),
  remote: z.string(),
  routes: z.array(z.string()),
  remoteTarget: z.string(),
  localCSeq: z.number().int().nonnegative(),
  remoteCSeq: z.number().int().nonnegative().nullable(),
  flow: z.object({
    transport: z.enum(['udp', 'tcp', 'tls', 'ws', 'wss']),
    address: z.string(),
    port: z.number().int(),
  }),
  localSdp: z.string().nullable(),
  /** Methods that the far side takes. */
  allows: z.array(z.string()),
  time: z.object({ seconds: z.number().positive(), weRefresh: z.boolean(), expiresAt: z.number() }).nullable(),
});

export type StoredDialog = z.infer<typeof storedDialog>;

/** Where dialogs are kept. Each method is durable before its promise fulfils. */
export interface DialogStore {
  /** What this node kept in an earlier life. */
  load(): Promise<readonly { readonly legId: string; readonly snapshot: unknown }[]>;
  /** Adds dialogs, or takes the place of those with the same legs. */
  save(dialogs: readonly { readonly legId: string; readonly snapshot: StoredDialog }[]): Promise<void>;
  remove(legIds: readonly string[]): Promise<void>;
}

/** Reads a snapshot of this or an earlier version; undefined when it is of none of them. */
export function readStoredDialog(
  snapshot: unknown,
): { readonly stored: StoredDialog; readonly dialog: Dialog } | undefined {
  const read = storedDialog.safeParse(snapshot);
  if (!read.success) return undefined;
  const stored = read.data;
  const [local, remote] = [parseNameAddr(stored.local), parseNameAddr(stored.remote)];
  if (!local || !remote) return undefined;
  const { callId, routes, remoteTarget } = stored;
  const dialog: Dialog = {
    callId,
    local,
    remote,
    routes,
    remoteTarget,
    // What was sent last may not have been written: a gap harms nobody, a number used twice does (RFC 3261 §12.2.2).
    localCSeq: stored.localCSeq + 100,
    remoteCSeq: stored.remoteCSeq ?? undefined,
  };
  return { stored, dialog };
}

/** The part of a snapshot that the dialog itself knows. */
export function storableDialog(dialog: Dialog) {
  const { callId, local, remote, routes, remoteTarget, localCSeq, remoteCSeq } = dialog;
  return {
    callId,
    local: serializeNameAddr(local),
    remote: serializeNameAddr(remote),
    routes: [...routes],
    remoteTarget,
    localCSeq,
    remoteCSeq: remoteCSeq ?? null,
  };
}
