import type { Webhook, WebhookChange, WebhookMethod, WebhookPayload } from '@sidetone/contract/entities/webhook.ts';
import { problemsOfWebhook, type WebhookEntryIssue } from '@sidetone/contract/rules/ai/webhooks.ts';

/** A header as it is edited. */
export interface DraftHeader {
  /** Names its row while it is edited. */
  readonly key: string;
  readonly name: string;
  /** Empty for a secret that is kept. */
  readonly value: string;
  /** The last characters of the secret that is kept under this name; null where none is. */
  readonly ends: string | null;
}

/** A webhook as it is edited, held here until it is saved. SSET-033 */
export interface Draft {
  readonly id: string;
  readonly url: string;
  readonly method: WebhookMethod;
  readonly headers: readonly DraftHeader[];
  readonly channels: readonly string[];
  readonly payload: WebhookPayload;
  /** The receiver switched it off. */
  readonly isOff: boolean;
}

/** What differs from what is saved, in the order of the page. */
export type DraftField = 'webhook' | 'state' | 'method' | 'url' | 'payload' | 'headers' | 'channels' | 'removed';

export const draftOf = ({ id, url, method, headers, channels, payload, state }: Webhook): Draft => ({
  id,
  url,
  method,
  headers: headers.map(({ name, value, ends }) => ({
    key: name,
    name,
    value: value ?? '',
    ends: value === null ? (ends ?? '') : null,
  })),
  channels,
  payload,
  isOff: state === 'off',
});

export const newDraft = (id: string): Draft => ({
  id,
  url: '',
  method: 'POST',
  headers: [],
  channels: [],
  payload: 'JSON',
  isOff: false,
});

/** A row that nothing was typed into is none. */
const isFilled = ({ name, value, ends }: DraftHeader): boolean =>
  name.trim() !== '' || value.trim() !== '' || ends !== null;

/** A secret belongs to its name: under another one it has to be typed again. */
export function renamed(header: DraftHeader, name: string): DraftHeader {
  const isSame = name.trim().toLowerCase() === header.name.trim().toLowerCase();
  return { ...header, name, ends: isSame ? header.ends : null };
}

/** Something was typed over a secret that is kept, or it was emptied again. */
export const retyped = (header: DraftHeader, value: string, kept: string | null): DraftHeader => ({
  ...header,
  value,
  ends: value === '' ? kept : null,
});

/** What the server takes. */
export const changeOf = (draft: Draft, rev: number): WebhookChange => ({
  rev,
  url: draft.url.trim(),
  method: draft.method,
  headers: draft.headers.filter(isFilled).map(({ name, value, ends }) => ({
    name: name.trim(),
    value: ends === null ? value.trim() : null,
  })),
  channels: [...draft.channels],
  payload: draft.payload,
});

/** What is wrong with a draft, by `url`, `channels`, or a row's key with `name` or `value`. SSET-035 */
export function problemsOf(
  draft: Draft,
  saved: Webhook | undefined,
): ReadonlyMap<string, WebhookEntryIssue['message']> {
  return placed(draft, problemsOfWebhook(changeOf(draft, 0), saved ?? null));
}

/** Where the form shows what is wrong: rows go by their keys, since empty ones are not counted elsewhere. */
export function placed(
  draft: Draft,
  issues: readonly { readonly path: string; readonly message: WebhookEntryIssue['message'] }[],
): ReadonlyMap<string, WebhookEntryIssue['message']> {
  const rows = draft.headers.filter(isFilled);
  return new Map(
    issues.map(({ path, message }) => {
      const [, at = '', field = ''] = /^headers\.(\d+)\.(name|value)$/.exec(path) ?? [];
      const row = rows[Number(at)];
      return [field === '' || !row ? path : `${row.key}.${field}`, message];
    }),
  );
}

/** What differs of one webhook; empty where nothing does. */
export function changedFields(draft: Draft, saved: Webhook | undefined): readonly DraftField[] {
  if (!saved) return ['webhook'];
  const [now, before] = [changeOf(draft, 0), changeOf(draftOf(saved), 0)];
  const differs = (field: 'method' | 'url' | 'payload' | 'headers' | 'channels') =>
    JSON.stringify(now[field]) !== JSON.stringify(before[field]);
  const isOnAgain = saved.state === 'off' && !draft.isOff;
  const fields = (['method', 'url', 'payload', 'headers', 'channels'] as const).filter(differs);
  return isOnAgain ? ['state', ...fields] : fields;
}

/** What saving does: what is kept is changed or added, what is gone is deleted. SSET-034, SSET-036, SSET-037 */
export function planOf(drafts: readonly Draft[], saved: readonly Webhook[]) {
  const removed = saved.filter(({ id }) => !drafts.some((draft) => draft.id === id));
  const written = drafts.filter((draft) => changedFields(draft, savedOf(draft, saved)).length > 0);
  const fields = new Set(written.flatMap((draft) => changedFields(draft, savedOf(draft, saved))));
  if (removed.length > 0) fields.add('removed');
  return { removed, written, fields: [...fields] };
}

export const savedOf = ({ id }: Draft, saved: readonly Webhook[]): Webhook | undefined =>
  saved.find((one) => one.id === id);

/** What is saved once the server has taken one of them: as it is there now. */
export const withOne = (saved: readonly Webhook[], one: Webhook): readonly Webhook[] =>
  saved.some(({ id }) => id === one.id) ? saved.map((other) => (other.id === one.id ? one : other)) : [...saved, one];

/** What is saved once the server has deleted one of them. */
export const withoutOne = (saved: readonly Webhook[], gone: string): readonly Webhook[] =>
  saved.filter(({ id }) => id !== gone);
