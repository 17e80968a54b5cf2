import { type AiConnection, type AiPurpose, aiConnectionOptions } from '@sidetone/contract/entities/ai-connection.ts';
import type { AiServiceKind } from '@sidetone/contract/entities/ai-settings.ts';
import { hasOwnAddress, hostOfService } from '@sidetone/contract/rules/ai-services.ts';

/** What is open in the panel: a service, or a new one of a purpose. */
export type OpenService =
  | { readonly at: 'new'; readonly purpose: AiPurpose; readonly kind: AiServiceKind }
  | { readonly at: 'service'; readonly service: AiConnection };

export interface ServiceValues {
  kind: AiServiceKind;
  name: string;
  url: string;
  model: string;
  /** Written and never read: empty for one that is there. */
  key: string;
  confirmed: boolean;
}

/** Models that work well at the time of writing; anything else can be typed. */
export const usualModels: Readonly<Record<AiPurpose, Readonly<Partial<Record<AiServiceKind, string>>>>> = {
  language: { openai: 'gpt-4.1-mini', mistral: 'mistral-medium-latest', anthropic: 'claude-sonnet-4-5' },
  speech: { openai: 'whisper-1', mistral: 'voxtral-mini-latest', deepgram: 'nova-3', openaiCompatible: 'whisper-1' },
};

export function serviceValues(open: OpenService, nameOf: (kind: AiServiceKind) => string): ServiceValues {
  if (open.at === 'service') {
    const { kind, name, url, model } = open.service;
    return { kind, name, url: url ?? '', model, key: '', confirmed: false };
  }
  const { purpose, kind } = open;
  return {
    kind,
    name: nameOf(kind),
    url: '',
    model: usualModels[purpose][kind] ?? '',
    key: '',
    confirmed: false,
  };
}

const urlOf = ({ kind, url }: Pick<ServiceValues, 'kind' | 'url'>): string | null =>
  hasOwnAddress(kind) && url.trim() !== '' ? url.trim() : null;

/** Where calls would go; null where they stay, or where nothing is entered yet. */
export const hostOf = (values: Pick<ServiceValues, 'kind' | 'url'>): string | null =>
  hostOfService({ kind: values.kind, url: urlOf(values) });

/** Whether the administrator has to confirm that calls leave for what is entered: another place needs it again. */
export function needsConfirmation(open: OpenService, values: Pick<ServiceValues, 'kind' | 'url'>): boolean {
  const host = hostOf(values);
  if (host === null) return false;
  if (open.at === 'new') return true;
  const { service } = open;
  return service.confirmedAt === null || originOf(urlOf(values)) !== originOf(service.url);
}

const originOf = (url: string | null): string | null => (url === null ? null : (URL.parse(url)?.origin ?? null));

/** The form as the server takes it. */
export function newServiceBody(purpose: AiPurpose, values: ServiceValues) {
  const { kind, name, model, key, confirmed } = values;
  return {
    purpose,
    kind,
    name,
    url: urlOf(values),
    model,
    options: aiConnectionOptions.parse({}),
    key: key.trim() === '' ? null : key,
    confirmed,
  };
}

/** A change of it; a key is named only where one was typed. */
export function changeBody({ rev }: Pick<AiConnection, 'rev'>, values: ServiceValues) {
  const { name, model, key, confirmed } = values;
  const given = { rev, name, url: urlOf(values), model, confirmed };
  return key.trim() === '' ? given : { ...given, key };
}
