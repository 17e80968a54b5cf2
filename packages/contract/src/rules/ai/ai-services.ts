import { type AiPurpose, kindsOfPurpose } from '../../entities/ai-connection.ts';
import type { AiServiceKind } from '../../entities/ai-settings.ts';
import type { Flags } from '../../entities/flags.ts';

/** The two that an account prefers one of. The first is the default. SAI-026, SAI-028, SCONST-056 */
export const llmProviders = ['openai', 'mistral'] as const;
export type LlmProvider = (typeof llmProviders)[number];

/** Which provider an account prefers. SAI-026 */
export const preferredProvider = (flags: Pick<Flags, 'hasAiProviderPreferenceMistral'>): LlmProvider =>
  flags.hasAiProviderPreferenceMistral ? 'mistral' : 'openai';

/** Hosts of services that have an address of their own. */
export const hostsOfKinds: Readonly<Partial<Record<AiServiceKind, string>>> = {
  openai: 'api.openai.com',
  mistral: 'api.mistral.ai',
  anthropic: 'api.anthropic.com',
  deepgram: 'api.deepgram.com',
};

/** Kinds whose address an administrator enters. */
export const hasOwnAddress = (kind: AiServiceKind): boolean => kind === 'openaiCompatible';

/** The host that a service is asked at; null where calls stay on this server. */
export function hostOfService({
  kind,
  url,
}: {
  readonly kind: AiServiceKind;
  readonly url: string | null;
}): string | null {
  const host = url === null ? (hostsOfKinds[kind] ?? null) : hostOf(url);
  return host === null || isThisMachine(host) ? null : host;
}

/** Whether calls leave the server, so that an administrator has to confirm it. */
export const leavesServer = (service: { readonly kind: AiServiceKind; readonly url: string | null }): boolean =>
  hostOfService(service) !== null;

/** What is wrong with a service that is entered, as codes; words for people live in the client. */
export const aiEntryProblems = [
  'wrongPurpose',
  'needsUrl',
  'notAnAddress',
  'needsModel',
  'needsKey',
  'keyOfAnotherServer',
  'needsConfirmation',
  'needsProcessor',
  'privateHost',
  'insecure',
  'thereAlready',
] as const;
export type AiEntryProblem = (typeof aiEntryProblems)[number];

interface Entered {
  readonly purpose: AiPurpose;
  readonly kind: AiServiceKind;
  readonly url: string | null;
  readonly model: string;
  /** A key is there, or comes along; `elsewhere`: one is stored that was entered for another server. */
  readonly key: 'there' | 'elsewhere' | 'none';
  readonly isConfirmed: boolean;
  /** It says who computes on the calls, and where; needed of those that leave the server and are confirmed now. */
  readonly hasProcessor: boolean;
}

/** What is wrong with it, by field; empty where it can be kept. Whether its host may be reached is the server's to say. */
export function problemsOfEntry(entered: Entered): readonly { path: string; message: AiEntryProblem }[] {
  const { purpose, kind, url, model, key, isConfirmed, hasProcessor } = entered;
  if (!kindsOfPurpose[purpose].includes(kind)) return [{ path: 'kind', message: 'wrongPurpose' }];
  const needsKey = kind !== 'openaiCompatible' && kind !== 'local';
  const isNamed = hasOwnAddress(kind);
  return [
    ...(isNamed && url === null ? [{ path: 'url', message: 'needsUrl' as const }] : []),
    ...(url !== null && (!isNamed || hostOf(url) === null || hasCredentials(url))
      ? [{ path: 'url', message: 'notAnAddress' as const }]
      : []),
    ...(kind !== 'local' && model.trim() === '' ? [{ path: 'model', message: 'needsModel' as const }] : []),
    ...(key === 'elsewhere' ? [{ path: 'key', message: 'keyOfAnotherServer' as const }] : []),
    ...(needsKey && key === 'none' ? [{ path: 'key', message: 'needsKey' as const }] : []),
    ...(!isConfirmed && leavesServer({ kind, url })
      ? [{ path: 'confirmed', message: 'needsConfirmation' as const }]
      : []),
    ...(!hasProcessor && leavesServer({ kind, url })
      ? [{ path: 'processor.place', message: 'needsProcessor' as const }]
      : []),
  ];
}

/** Own services stand above the two that an account prefers one of. */
const ownFirst: readonly AiServiceKind[] = ['local', 'openaiCompatible', 'anthropic', 'deepgram'];

interface Choosable {
  readonly purpose: AiPurpose;
  readonly kind: AiServiceKind;
  readonly url: string | null;
  /** When an administrator confirmed that calls may be sent there. */
  readonly confirmedAt: unknown;
}

/**
 * The service that works for a purpose: one of the company's own, else the provider that it prefers. A preferred provider
 * that is not set up is never replaced by the other one; nor is anything sent that nobody confirmed. SAI-028
 */
export function serviceInUse<Service extends Choosable>(
  services: readonly Service[],
  purpose: AiPurpose,
  preferred: LlmProvider,
): Service | null {
  const usable = services.filter((one) => one.purpose === purpose && (one.confirmedAt !== null || !leavesServer(one)));
  const inOrder = [...ownFirst, preferred].flatMap((kind) => usable.filter((one) => one.kind === kind));
  return inOrder[0] ?? null;
}

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i;
const isThisMachine = (host: string): boolean => loopback.test(host.replace(/:\d+$/, ''));

/** `host:port` of a web address; null where it is none. The scheme says the rest: the contract knows no `URL`. */
const parts = (url: string): RegExpExecArray | null =>
  /^(https?):\/\/(?:[^/?#@]*@)?(\[[0-9a-f:.]+\]|[^/?#:@\s]+)(:\d{1,5})?(?:[/?#]|$)/i.exec(url);
const hostOf = (url: string): string | null => {
  const found = parts(url);
  return found ? `${found[2]}${found[3] ?? ''}`.toLowerCase() : null;
};
const hasCredentials = (url: string): boolean => /^https?:\/\/[^/?#]*@/i.test(url);
