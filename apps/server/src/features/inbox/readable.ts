import { type InboxRow, inboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import type { Logger } from 'pino';

/** A document that breaks its schema: the parts that were left out, or all of it. */
interface BadDocument {
  readonly channelId: string;
  readonly docId: string;
  readonly parts: readonly string[];
  readonly skipped: boolean;
}

export type OnBad = (bad: BadDocument) => void;

/**
 * A row of the contract out of what the database has. Parts of the documentation, transfer partners and pictures that
 * break the schema are left out; null where what is left cannot be read either. `onBad` hears of both.
 */
export function readable(found: unknown, onBad: OnBad): InboxRow | null {
  const first = inboxRow.safeParse(found);
  if (first.success) return first.data;
  const mended = structuredClone(found) as Loose;
  const parts = new Set<string>();
  for (const { path } of first.error.issues) {
    const [area, part] = path.map(String);
    parts.add(part === undefined ? String(area) : `${area}.${part}`);
    leaveOut(mended, area, part);
  }
  const second = inboxRow.safeParse(mended);
  const { id, channelId } = mended;
  onBad({ channelId: String(channelId), docId: String(id), parts: [...parts], skipped: !second.success });
  return second.success ? second.data : null;
}

interface Loose {
  id?: unknown;
  channelId?: unknown;
  documentation?: unknown;
  call?: Record<string, unknown>;
  remote?: Record<string, unknown>;
}

const optionalOfCall = ['transferredTo', 'transferredFrom', 'transferTarget', 'terminatedReason'];

function leaveOut(row: Loose, area: string | undefined, part: string | undefined): void {
  if (area === 'documentation') {
    const { documentation } = row;
    if (part === undefined || typeof documentation !== 'object' || documentation === null) row.documentation = {};
    else delete (documentation as Record<string, unknown>)[part];
  }
  if (area === 'call' && row.call && part !== undefined && optionalOfCall.includes(part)) row.call[part] = null;
  if (area === 'remote' && row.remote && part === 'avatarUrl') row.remote['avatarUrl'] = null;
}

/** Documents that are remembered as told; the oldest are told again after so many others. */
const mostRemembered = 50_000;

/** Warns of each bad document once, however often and by whatever query it is read; again when other parts break. */
export function warnOnce(log: Pick<Logger, 'warn'>): OnBad {
  const told = new Map<string, Set<string>>();
  return ({ channelId, docId, parts, skipped }) => {
    const key = `${channelId} ${docId}`;
    const known = told.get(key) ?? new Set();
    if (parts.every((part) => known.has(part))) return;
    const [oldest] = told.keys();
    if (!told.has(key) && told.size >= mostRemembered && oldest !== undefined) told.delete(oldest);
    told.set(key, new Set([...known, ...parts]));
    log.warn(
      { channelId, docId, parts },
      skipped ? 'documents: invalid document skipped' : 'documents: invalid parts skipped',
    );
  };
}
