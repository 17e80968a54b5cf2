import type { WebhookChange } from '../../entities/webhook.ts';

/** What is wrong with a webhook that is entered, as codes; words for people live in the client. SERR-045 */
export const webhookEntryProblems = [
  'notAnAddress',
  'insecure',
  'privateHost',
  'notAName',
  'reservedName',
  'nameTwice',
  'needsValue',
  'notAValue',
  'valueOfAnotherServer',
  'notShared',
] as const;
export type WebhookEntryProblem = (typeof webhookEntryProblems)[number];

/** Where an entry is wrong: `url`, `channels`, or `headers.0.name`. */
export interface WebhookEntryIssue {
  readonly path: string;
  readonly message: WebhookEntryProblem;
}

/** Whether the value of a header of this name is kept as a secret. */
export const isSecretHeader = (name: string): boolean =>
  /^(proxy-)?authorization$|^cookie$|key|token|secret|signature|password|auth/i.test(name.trim());

/** Characters of a secret that are shown again; none of one that is so short that they would give it away. */
export const endsOf = (secret: string): string => (secret.length < 12 ? '' : secret.slice(-4));

/** Headers that a delivery has by itself, or that belong to the connection. */
const reserved = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'event-id',
  'event-type',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);
const isReserved = (name: string): boolean => reserved.has(name) || name.startsWith('sidetone-');

/** RFC 9110, field names and what can stand in a value. */
const nameForm = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const valueForm = /^[\t -~]*$/;

/** `scheme://host:port` of a web address without name and password; null for anything else. The contract knows no `URL`. */
const addressForm = /^(https?:)\/\/(\[[0-9a-f:.]+\]|[^/?#:@\s[\]]+)(:\d{1,5})?(?:[/?#]\S*)?$/i;

/** Scheme, host and port of an address as it is typed; null where it is none. */
export function webhookOrigin(url: string): string | null {
  const [, scheme = '', host = '', port = ''] = addressForm.exec(url.trim()) ?? [];
  if (host === '') return null;
  const usual = scheme.toLowerCase() === 'https:' ? ':443' : ':80';
  return `${scheme}//${host}${port === usual ? '' : port}`.toLowerCase();
}

/** What is wrong with an address by itself; null where nothing is. Whether it may be reached is the server's to say. SSET-042 */
export const problemOfWebhookUrl = (url: string): WebhookEntryProblem | null =>
  webhookOrigin(url) === null ? 'notAnAddress' : null;

type Entered = Pick<WebhookChange, 'url' | 'headers'>;
/** What is kept already, as far as it matters. */
export interface KeptWebhook {
  readonly url: string;
  readonly headers: readonly { readonly name: string; readonly value: string | null }[];
}

/**
 * What is wrong with a webhook that is entered; empty where it can be kept. A secret of a header goes to no other server than it
 * was entered for. SSET-035
 */
export function problemsOfWebhook(entered: Entered, kept: KeptWebhook | null): readonly WebhookEntryIssue[] {
  const ofUrl = problemOfWebhookUrl(entered.url);
  const stays = kept !== null && webhookOrigin(kept.url) === webhookOrigin(entered.url);
  const names = entered.headers.map(({ name }) => name.trim().toLowerCase());
  const keptSecrets = (kept?.headers ?? []).filter(({ value }) => value === null).map(({ name }) => name.toLowerCase());
  const ofHeaders = entered.headers.flatMap(({ value }, at) => {
    const name = names[at] ?? '';
    const ofName = problemOfName(name, names.indexOf(name) !== at);
    const ofValue = value === null ? problemOfKept(name, keptSecrets, stays) : problemOfValue(value);
    return [
      ...(ofName === null ? [] : [{ path: `headers.${at}.name`, message: ofName }]),
      ...(ofValue === null ? [] : [{ path: `headers.${at}.value`, message: ofValue }]),
    ];
  });
  return ofUrl === null ? ofHeaders : [{ path: 'url', message: ofUrl }, ...ofHeaders];
}

function problemOfName(name: string, isTwice: boolean): WebhookEntryProblem | null {
  if (!nameForm.test(name)) return 'notAName';
  if (isReserved(name)) return 'reservedName';
  return isTwice ? 'nameTwice' : null;
}

function problemOfValue(value: string): WebhookEntryProblem | null {
  if (value.trim() === '') return 'needsValue';
  return valueForm.test(value) ? null : 'notAValue';
}

function problemOfKept(name: string, keptSecrets: readonly string[], stays: boolean): WebhookEntryProblem | null {
  if (!keptSecrets.includes(name)) return 'needsValue';
  return stays ? null : 'valueOfAnotherServer';
}
